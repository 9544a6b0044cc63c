// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/tilings/tiling_sentences.h"

#include "core/base/say.h"

#include <algorithm>

namespace edgewright::cost {

std::vector<std::string> tilingSentences(const CostReport& report, std::size_t mostReasons) {
    std::vector<std::string> sentences;
    if (report.mode != Mode::Physical) return sentences;
    if (const std::int64_t adopted = report.adopted(); adopted > 0)
        sentences.push_back(sayCount(adopted,
                                     "{1} layer has an adopted tiling; all others, and those of other "
                                     "accelerators, have what is chosen for them.",
                                     "{1} layers have adopted tilings; all others, and those of other "
                                     "accelerators, have what is chosen for them."));
    const std::vector<UnusedTiling>& unused = report.unusedTilings;
    std::vector<std::string> reasons; // in order
    for (const UnusedTiling& each : unused)
        if (std::ranges::find(reasons, each.reason) == reasons.end()) reasons.push_back(each.reason);
    for (std::size_t i = 0; i < std::min(reasons.size(), mostReasons); ++i) {
        const auto count = std::ranges::count(unused, reasons[i], &UnusedTiling::reason);
        const auto first = std::ranges::find(unused, reasons[i], &UnusedTiling::reason);
        sentences.push_back(count == 1 ? say("The tiling of '{1}' is not used: {2}.", first->layer, reasons[i])
                                       : say("{1} adopted tilings are not used: {2}.", count, reasons[i]));
    }
    if (reasons.size() > mostReasons)
        sentences.push_back(say("Tilings that are not used, in all: {1}.", unused.size()));
    return sentences;
}

} // namespace edgewright::cost
