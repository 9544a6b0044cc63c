// SPDX-License-Identifier: GPL-3.0-or-later
// The adopted tilings that layers can have on an accelerator, and why others cannot be used.
#pragma once

#include "core/cost/check.h"
#include "core/cost/physical/tiling.h"
#include "core/cost/systolic.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::cost {

// Refers to both: the tilings for this accelerator, and the same with what is left of its SRAM for tiles.
class TilingUse {
public:
    TilingUse(const Tilings& tilings, const Accelerator& accelerator) : m_accelerator(accelerator) {
        for (const auto& [layer, tiling] : tilings)
            m_all.emplace(layer, State{&tiling, "there is no layer of this name on the array", false});
    }
    // Null: the layer has none, or one that cannot be used.
    const Tiling* of(const Layer& layer) {
        const auto found = m_all.find(layer.name);
        if (found == m_all.end() || layer.unit != Unit::Array || !check(layer)) return nullptr;
        State& state = found->second;
        std::string why = whyNotTiling(layer, m_accelerator, *state.tiling);
        const bool isUsable = why.empty();
        if (!state.isMet || !isUsable) state.why = std::move(why); // of several layers the one that is refused
        state.isMet = true;
        return isUsable ? state.tiling : nullptr;
    }
    // The unused ones, of layers that were asked for and of names that no layer has.
    std::vector<UnusedTiling> unused() const {
        std::vector<UnusedTiling> list;
        for (const auto& [layer, state] : m_all)
            if (!state.why.empty()) list.push_back({layer, state.why});
        return list;
    }

private:
    struct State {
        const Tiling* tiling;
        std::string why; // it is not used; empty: it is
        bool isMet;      // by a layer of its name
    };
    const Accelerator& m_accelerator;
    std::map<std::string, State> m_all;
};

// All that are for other accelerators than this one, each with the accelerator that it is for.
std::vector<UnusedTiling> tilingsOfOthers(const AdoptedTilings& adopted, const Accelerator& accelerator);

} // namespace edgewright::cost
