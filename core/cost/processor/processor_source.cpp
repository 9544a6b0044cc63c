// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/processor/processor.h"

#include "core/table/number_text.h"

#include <cmath>

namespace edgewright::cost {

namespace {

constexpr std::size_t DayLength = 10; // of "2026-11-27T04:10:00Z"

// Where nothing tells how far predictions are off: the errors of both times of one network are much the same.
constexpr double AssumedLeast = 0.7, AssumedMost = 1.4;

// 0.051 is 0.05, and 0.513 is 0.5.
double roundedShare(double share) {
    const double steps = std::abs(share) < 0.1 ? 100 : 20;
    return std::round(share * steps) / steps;
}

std::string counted(std::size_t count, const char* what) {
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

} // namespace

std::optional<SecondsRange> Processor::rangeOf(double predicted) const {
    if (from.least <= 0 || from.most <= 0 || predicted <= 0) return std::nullopt;
    return SecondsRange{predicted * from.least, predicted * from.most};
}

PredictedChange Processor::changeOf(double before, double after) const {
    if (before <= 0 || after <= 0) return {};
    const auto told = rangeOf(after);
    const SecondsRange range = told ? *told : SecondsRange{after * AssumedLeast, after * AssumedMost};
    if (before >= range.low && before <= range.high) return {};
    return {roundedShare(after / before - 1), told && from.underLoad == 0};
}

std::string Processor::sourceText() const {
    if (from.networks == 0)
        return name + ", where this program was made: nothing was measured on the machine itself";
    std::string text = name + ", from " + counted(from.kernels, "kernel") + " of " +
                       counted(from.networks, "network") + " measured there";
    if (!from.date.empty()) text += " on " + from.date.substr(0, DayLength);
    if (from.underLoad == from.networks)
        text += ", under load";
    else if (from.underLoad > 0)
        text += ", " + std::to_string(from.underLoad) + " of them under load";
    if (from.least <= 0) return text + "; too few to say how far predictions are off";
    return text + "; 8 of 10 networks take " + table::fixed(from.least, 2) + " to " +
           table::fixed(from.most, 2) + " × of what is predicted";
}

} // namespace edgewright::cost
