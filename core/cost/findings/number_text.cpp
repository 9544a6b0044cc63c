// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/number_text.h"

#include "core/table/number_text.h"

namespace edgewright::cost {

std::string energyText(double energy, std::string_view unit) {
    return table::numberText(energy,
                             unit == "pJ" ? edgewright::Unit::Picojoules : edgewright::Unit::MacEnergies);
}

std::string speedText(double speedup) {
    return isSlower(speedup) ? table::factorText(speedup, "slower", {})
                             : table::ratioText(speedup) + " as fast";
}

} // namespace edgewright::cost
