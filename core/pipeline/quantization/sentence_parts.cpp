// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/sentence_parts.h"

#include "core/base/digit_groups.h"
#include "core/base/short_labels.h"
#include "core/table/number_text.h"
#include "core/table/terminal.h"

#include <array>

namespace edgewright::pipeline {

namespace {

constexpr double LongestName = 48; // characters

} // namespace

std::string countText(std::int64_t number, const std::string& one, const std::string& more) {
    return inGroups(std::to_string(number)) + " " + (number == 1 ? one : more);
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
    if (tops.labelled == 0 && tops.unclassed > 0) return "outputs that name no class";
    return std::to_string(rightAnswers(tops)) + " of " + std::to_string(answersInAll(tops)) +
           (tops.labelled > 0 ? " right" : " as in float32");
}

std::string intervalText(const TopCounts& tops) {
    const auto share = tops.int8Share();
    return share ? " (" + share->ends() + ")" : std::string();
}

} // namespace edgewright::pipeline
