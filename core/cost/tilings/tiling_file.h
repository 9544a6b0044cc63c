// SPDX-License-Identifier: GPL-3.0-or-later
// Tilings of layers as a table: one layer in a line, in columns
//   name                                the layer (Layer::name)
//   tiling_rows, tiling_cols            output pixels of a tile
//   tiling_filters, tiling_channels     of one group
//   tiling_order                        loops over tiles, the outermost first: p, f and c
// in any order, among others. A line whose columns of a tiling are all empty (a layer of the vector unit) has
// none. The layers that `cost -o` writes are such a table. Loop nests as DOSA writes them
// (mapped/mapped_file.h) count the trips of loops, which have to divide the layer; extents of tiles need not.
#pragma once

#include "core/base/result.h"
#include "core/cost/accelerator.h"
#include "core/cost/workload.h"

#include <filesystem>
#include <string>

namespace edgewright::cost {

// BadInput with file, line and expectation; so for a layer that is there twice with different tilings.
Result<Tilings> readTilings(const std::filesystem::path& file);
std::string tilingsCsv(const Tilings& tilings);

// BadInput names the first layer that is none of `workload` on the array, or whose tiling cannot be used. The
// accelerator is the one that estimate() is given.
Result<void> checkTilings(const Tilings& tilings, const Workload& workload, const Accelerator& accelerator);

} // namespace edgewright::cost
