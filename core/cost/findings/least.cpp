// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/least.h"

namespace edgewright::cost {

std::string leastSentence(std::string_view sums, const ops::Uncounted& uncounted) {
    if (uncounted.empty()) return {};
    return std::string(sums) + " are at least these: " + ops::uncountedText(uncounted) + " not counted.";
}

} // namespace edgewright::cost
