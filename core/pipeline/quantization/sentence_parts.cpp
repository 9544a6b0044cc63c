// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/sentence_parts.h"

#include "core/base/say.h"
#include "core/base/short_labels.h"
#include "core/table/number_text.h"
#include "core/table/terminal.h"

#include <array>

namespace edgewright::pipeline {

namespace {

constexpr double LongestName = 48; // characters

} // namespace

std::string together(const std::string& first, const std::string& second) {
    if (first.empty() || second.empty()) return first + second;
    return sayIn("sentences", "{1} {2}", first, second);
}

std::string percentText(double share, int decimals) { return table::fixed(share * 100, decimals) + " %"; }

std::vector<std::string> shortNames(std::span<const std::string> names) {
    return ShortLabels(names).labels(
        LongestName, [](std::string_view text) { return static_cast<double>(table::widthOf(text)); });
}

std::string shortName(const std::string& name) { return shortNames(std::array{name}).front(); }

std::size_t rightAnswers(const TopCounts& tops) { return tops.labelled > 0 ? tops.int8Right : tops.agreed; }

std::size_t answersInAll(const TopCounts& tops) { return tops.labelled > 0 ? tops.labelled : tops.samples; }

std::string answersText(const TopCounts& tops) {
    if (tops.labelled == 0 && tops.unclassed > 0) return say("outputs that name no class");
    const std::size_t right = rightAnswers(tops), all = answersInAll(tops);
    return tops.labelled > 0 ? say("{1} of {2} right", right, all)
                             : say("{1} of {2} as in float32", right, all);
}

std::string intervalText(const TopCounts& tops) {
    const auto share = tops.int8Share();
    return share ? " (" + share->ends() + ")" : std::string();
}

} // namespace edgewright::pipeline
