// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/number_text.h"

#include "core/table/number_text.h"

#include <array>
#include <cstdio>

namespace edgewright::cost {

std::string printed(const char* format, double value) {
    std::array<char, 400> text{}; // the largest double has 309 digits before the point
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string energyText(double energy, std::string_view unit) {
    return table::numberText(energy,
                             unit == "pJ" ? edgewright::Unit::Picojoules : edgewright::Unit::MacEnergies);
}

std::string speedText(double speedup) {
    return table::ratioText(speedup) + " as fast" + (isSlower(speedup) ? " (slower)" : "");
}

} // namespace edgewright::cost
