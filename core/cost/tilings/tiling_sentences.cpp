// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/tilings/tiling_sentences.h"

#include <algorithm>

namespace edgewright::cost {

std::vector<std::string> tilingSentences(const CostReport& report, std::size_t mostReasons) {
    std::vector<std::string> sentences;
    if (report.mode != Mode::Physical) return sentences;
    if (const std::int64_t adopted = report.adopted(); adopted > 0)
        sentences.push_back(std::to_string(adopted) +
                            (adopted == 1 ? " layer has an adopted tiling" : " layers have adopted tilings") +
                            "; all others, and those of other accelerators, have what is chosen for them.");
    const std::vector<UnusedTiling>& unused = report.unusedTilings;
    std::vector<std::string> reasons; // in order
    for (const UnusedTiling& each : unused)
        if (std::ranges::find(reasons, each.reason) == reasons.end()) reasons.push_back(each.reason);
    for (std::size_t i = 0; i < std::min(reasons.size(), mostReasons); ++i) {
        const auto count = std::ranges::count(unused, reasons[i], &UnusedTiling::reason);
        const auto first = std::ranges::find(unused, reasons[i], &UnusedTiling::reason);
        sentences.push_back((count == 1 ? "The tiling of '" + first->layer + "' is"
                                        : std::to_string(count) + " adopted tilings are") +
                            " not used: " + reasons[i] + ".");
    }
    if (reasons.size() > mostReasons)
        sentences.push_back("Tilings that are not used, in all: " + std::to_string(unused.size()) + ".");
    return sentences;
}

} // namespace edgewright::cost
