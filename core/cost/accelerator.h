// SPDX-License-Identifier: GPL-3.0-or-later
// A systolic array with three double-buffered SRAMs, as SCALE-Sim describes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace edgewright::cost {

enum class Dataflow { OutputStationary, WeightStationary, InputStationary };
std::string_view dataflowName(Dataflow dataflow); // "os", "ws", "is"
std::optional<Dataflow> dataflowFrom(std::string_view name);

struct Accelerator {
    std::int64_t rows = 32, cols = 32;
    Dataflow dataflow = Dataflow::WeightStationary;
    std::int64_t ifmapKb = 64, filterKb = 64, ofmapKb = 64; // SRAM, 1 kB = 1024 words
    // Words per cycle between DRAM and each SRAM. Empty: as much as is needed (SCALE-Sim's CALC mode, stall
    // free).
    std::optional<std::int64_t> bandwidth;
    std::int64_t wordBytes = 1; // INT8
    // Elements per cycle of the vector unit, which does what is no matrix product: one operation on an element
    // in each cycle, whatever the operator. Empty: as many as the array has columns.
    std::optional<std::int64_t> lanes;
    std::int64_t vectorLanes() const { return lanes.value_or(cols); }
    friend bool operator==(const Accelerator&, const Accelerator&) = default;
};

} // namespace edgewright::cost
