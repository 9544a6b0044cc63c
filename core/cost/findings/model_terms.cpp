// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/model_terms.h"

#include "core/base/say.h"

namespace edgewright::cost {

std::string cyclesTerms(Mode mode) {
    if (mode == Mode::ScaleSim)
        return say("Cycles are counted as SCALE-Sim does: the first fill and the last drain of the SRAMs take "
                   "no time.");
    return say("Cycles are predicted by a model, not measured, and have no interval: layers run one after the "
               "other; starting them, control, refresh and rows of DRAM and conflicts in SRAM take no time. "
               "edgewright-cli cost --published has how far such models are from measured machines.");
}

std::string stayTerms() {
    return say("counted are the tensors between layers, without the network's inputs and those outputs that "
               "nothing reads, which a memory plan has, too");
}

} // namespace edgewright::cost
