// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/processor/processor.h"

#include "core/base/say.h"
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

std::string Processor::title() const {
    return from.networks == 0 ? translated("Word", name) : say("{1}, one thread", name);
}

std::string Processor::sourceText() const {
    if (from.networks == 0)
        return say("{1}, where this program was made: nothing was measured on the machine itself", title());
    const std::string kernels = sayCount(from.kernels, "{1} kernel", "{1} kernels"),
                      networks = sayCount(from.networks, "{1} network", "{1} networks");
    std::string text = from.date.empty()
                           ? say("{1}, from {2} of {3} measured there", title(), kernels, networks)
                           : say("{1}, from {2} of {3} measured there on {4}", title(), kernels, networks,
                                 from.date.substr(0, DayLength));
    if (from.underLoad == from.networks)
        text = say("{1}, under load", text);
    else if (from.underLoad > 0)
        text = say("{1}, {2} of them under load", text, from.underLoad);
    if (from.least <= 0) return say("{1}; too few to say how far predictions are off", text);
    return say("{1}; 8 of 10 networks take {2} to {3} × of what is predicted", text,
               table::fixed(from.least, 2), table::fixed(from.most, 2));
}

} // namespace edgewright::cost
