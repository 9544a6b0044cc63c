// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record.h"

namespace edgewright::device {

std::vector<double> VariantRecord::wall() const {
    std::vector<double> seconds;
    seconds.reserve(blocks.size());
    for (const measure::Timing& timing : blocks)
        seconds.push_back(timing.wall);
    return seconds;
}

measure::Summary VariantRecord::summary() const { return measure::summaryOf(wall()); }

bool VariantRecord::isNoisy(double uncertainty) const { return summary().uncertainty() > uncertainty; }

double VariantRecord::operatorSeconds() const {
    double sum = 0;
    for (const OperatorTime& each : operators)
        sum += each.seconds;
    return sum;
}

measure::Comparison compared(const VariantRecord& first, const VariantRecord& second) {
    return measure::compare(first.wall(), second.wall());
}

} // namespace edgewright::device
