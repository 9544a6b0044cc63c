// SPDX-License-Identifier: GPL-3.0-or-later
// A tiled layer as the loop nest that it is, and what it costs with another tiling.
//
//   for n in 0..64 step 16        4 times     loops over tiles, in the order of the tiling
//     load weights 2304 B
//     for y in 0..28 step 14      2 times
//       load inputs 1024 B
//       for n in tile step 16                  folds of the array
//         spatial k on 32 rows
//         spatial n on 16 columns
//         for m in tile: multiply and add
//
// An operand's tile is loaded inside the innermost loop over tiles that it depends on and that has more than
// one trip, and is kept by all loops further inside. Weights that stay for all steps of a recurrence are loaded
// before the first of them.
#pragma once

#include "core/cost/systolic.h"

#include <memory>
#include <string>
#include <vector>

namespace edgewright::cost {

struct EnergyTable;

struct NestLine {
    enum class Kind { Loop, Move, Spatial, Compute };
    int depth = 0; // loops around it
    Kind kind = Kind::Loop;
    std::string text;
    friend bool operator==(const NestLine&, const NestLine&) = default;
};

// `accelerator`: CostReport::tiledFor. `tiling` can be used (whyNotTiling).
std::vector<NestLine> loopNest(const Layer& layer, const Accelerator& accelerator, const Tiling& tiling);
std::string textOf(const std::vector<NestLine>& nest); // two blanks for each loop around a line

// A layer with any tiling, beside the one that is chosen for it. What the vector unit moves beside the array is
// counted with it, as in the report. Takes microseconds once it is made.
class TilingTrial {
public:
    // BadInput for a layer of the vector unit, and errors of estimate(). `now`: of a report in Mode::Physical;
    // `accelerator`: its CostReport::tiledFor.
    static Result<TilingTrial> of(const LayerCost& now, const Accelerator& accelerator);
    const LayerCost& chosen() const { return m_chosen; }
    Tiling largest() const; // the whole layer as one tile, which need not fit
    // BadInput: why it cannot be used, without the layer's name.
    Result<LayerCost> with(const Tiling& tiling) const;

private:
    void addBeside(LayerCost& cost) const;

    Layer m_layer;
    Accelerator m_accelerator;
    std::shared_ptr<const EnergyTable> m_energy;
    LayerCost m_chosen;
    Accesses m_besideDram; // what the vector unit has of the layer's, whatever the tiling
    Energy m_besideEnergy;
};

} // namespace edgewright::cost
