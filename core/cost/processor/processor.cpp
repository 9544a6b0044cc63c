// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/processor/processor.h"

namespace edgewright::cost {

double Processor::secondsOf(const Features& features) const {
    double sum = 0;
    for (std::size_t i = 0; i < FeatureCount; ++i)
        sum += features.counts[i] * seconds[i];
    return sum;
}

} // namespace edgewright::cost
