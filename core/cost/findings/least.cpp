// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/least.h"

#include "core/base/say.h"

namespace edgewright::cost {

std::string leastSentence(std::string_view sums, const ops::Uncounted& uncounted) {
    if (uncounted.empty()) return {};
    return say("{1} are at least these: {2} not counted.", sums, ops::uncountedText(uncounted));
}

} // namespace edgewright::cost
