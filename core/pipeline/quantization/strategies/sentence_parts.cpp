// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/strategies/sentence_parts.h"

#include <array>
#include <cstdio>

namespace edgewright::pipeline {

namespace {

constexpr std::size_t LongestName = 48;

} // namespace

std::string countText(std::int64_t number, const std::string& one, const std::string& more) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3 && digits[at - 4] != '-'; at -= 3)
        digits.insert(at - 3, 1, ' ');
    return digits + " " + (number == 1 ? one : more);
}

std::string percentText(double share, int decimals) {
    std::array<char, 340> text{};
    std::snprintf(text.data(), text.size(), "%.*f %%", decimals, share * 100);
    return text.data();
}

std::string shortName(const std::string& name) {
    if (name.size() <= LongestName) return name;
    constexpr std::size_t Half = LongestName / 2 - 1;
    return name.substr(0, Half) + ".." + name.substr(name.size() - Half);
}

std::size_t rightAnswers(const TopCounts& tops) { return tops.labelled > 0 ? tops.int8Right : tops.agreed; }

std::size_t answersInAll(const TopCounts& tops) { return tops.labelled > 0 ? tops.labelled : tops.samples; }

std::string answersText(const TopCounts& tops) {
    return std::to_string(rightAnswers(tops)) + " of " + std::to_string(answersInAll(tops)) +
           (tops.labelled > 0 ? " right" : " as in float32");
}

} // namespace edgewright::pipeline
