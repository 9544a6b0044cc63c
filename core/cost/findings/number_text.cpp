// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/number_text.h"

#include "core/table/number_text.h"

namespace edgewright::cost {

std::string energyText(double energy, std::string_view unit) {
    return table::numberText(energy,
                             unit == "pJ" ? edgewright::Unit::Picojoules : edgewright::Unit::MacEnergies);
}

std::string speedText(double speedup) {
    if (isFaster(speedup)) return table::ratioText(speedup) + " as fast";
    if (!isSlower(speedup)) return "no gain";
    return lossOf(speedup) < MaxLossShare ? table::fixed(lossOf(speedup) * 100, 0) + " % slower"
                                          : table::factorText(speedup, "slower", {});
}

} // namespace edgewright::cost
