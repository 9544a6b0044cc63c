// SPDX-License-Identifier: GPL-3.0-or-later
// The tiles that a layer is cut into (physical/tiling.h has the rules).
#pragma once

#include "core/cost/accelerator.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace edgewright::cost {

// Loops over tiles, the outermost first: P output pixels, F filters, C input channels.
enum class LoopOrder { PFC, PCF, FPC, FCP, CPF, CFP };
inline constexpr std::array LoopOrders{LoopOrder::PFC, LoopOrder::PCF, LoopOrder::FPC,
                                       LoopOrder::FCP, LoopOrder::CPF, LoopOrder::CFP};
std::string_view nameOf(LoopOrder order); // "pfc"
std::optional<LoopOrder> loopOrderFrom(std::string_view name);

// Extents of one tile, each from 1 to the layer's.
struct Tiling {
    std::int64_t rows = 1, cols = 1; // of output pixels
    std::int64_t filters = 1;
    std::int64_t channels = 1; // of the input; of one group
    LoopOrder order = LoopOrder::PFC;
    friend bool operator==(const Tiling&, const Tiling&) = default;
};

// "16x7 f64 c32 pfc": rows x columns of output pixels, filters, channels, order.
std::string textOf(const Tiling& tiling);

// Tilings of one accelerator, by Layer::name; all layers of a name have one.
using Tilings = std::map<std::string, Tiling>;

// The part of an accelerator that tiles are cut for: clock, lanes, energy table and objective are the usual
// ones.
Accelerator tiledPart(const Accelerator& accelerator);
// Tilings that a person has decided on, by tiledPart() of the accelerator that they are for: on another one
// layers have those that are chosen for them.
using AdoptedTilings = std::map<Accelerator, Tilings>;
// The ones for this accelerator; none of another.
const Tilings& tilingsFor(const AdoptedTilings& adopted, const Accelerator& accelerator);

} // namespace edgewright::cost
