// SPDX-License-Identifier: GPL-3.0-or-later
// The tilings of a layer as a space to search.
#pragma once

#include "core/cost/energy/energy_table.h"
#include "core/cost/physical/tiling.h"
#include "core/cost/search/comparison_options.h"
#include "core/cost/search/space.h"

#include <array>
#include <memory>

namespace edgewright::cost::search {

// Five axes: rows, cols, filters and channels of a tile, and the order of the loops over tiles.
struct TilingSpace {
    Space space;                                      // what does not fit the SRAMs is not admitted
    std::array<std::vector<std::int64_t>, 4> extents; // of each choice of the first four axes; empty: i + 1
    Tiling tilingOf(std::span<const Choice> point) const;
};

// Values are those of the accelerator's objective by the rules of Mode::Physical, of the whole layer with its
// repetitions: cycles, energies, or their product. BadInput for a layer of the vector unit.
Result<TilingSpace> tilingSpace(const Layer& layer, const Accelerator& accelerator,
                                std::shared_ptr<const EnergyTable> energy, SpaceKind kind);
// The value of such a space for a tiling that fits.
double tilingValue(const TiledLayer& layer, const Accelerator& accelerator, const EnergyTable& energy,
                   const Tiling& tiling);

} // namespace edgewright::cost::search
