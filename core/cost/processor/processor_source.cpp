// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/processor/processor.h"

#include "core/table/number_text.h"

namespace edgewright::cost {

namespace {

constexpr std::size_t DayLength = 10; // of "2026-11-27T04:10:00Z"

std::string counted(std::size_t count, const char* what) {
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

} // namespace

std::optional<SecondsRange> Processor::rangeOf(double predicted) const {
    if (from.least <= 0 || from.most <= 0 || predicted <= 0) return std::nullopt;
    return SecondsRange{predicted * from.least, predicted * from.most};
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
