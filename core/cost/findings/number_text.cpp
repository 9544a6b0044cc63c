// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/number_text.h"

#include "core/base/say.h"
#include "core/table/number_text.h"

namespace edgewright::cost {

std::string energyText(double energy, std::string_view unit) {
    return table::numberText(energy,
                             unit == "pJ" ? edgewright::Unit::Picojoules : edgewright::Unit::MacEnergies);
}

std::string speedText(double speedup) {
    if (isFaster(speedup)) return say("{1} as fast", table::ratioText(speedup));
    if (!isSlower(speedup)) return say("no gain");
    if (lossOf(speedup) < MaxLossShare) return say("{1} % slower", table::fixed(lossOf(speedup) * 100, 0));
    return say("{1} slower", table::ratioText(speedup > 0 ? 1 / speedup : speedup));
}

} // namespace edgewright::cost
