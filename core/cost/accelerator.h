// SPDX-License-Identifier: GPL-3.0-or-later
// A systolic array with three double-buffered SRAMs beside a vector unit, as SCALE-Sim describes it; and what a
// real one has beyond that, which counts where Mode is Physical (workload.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace edgewright::cost {

enum class Dataflow { OutputStationary, WeightStationary, InputStationary };
std::string_view dataflowName(Dataflow dataflow); // "os", "ws", "is"
std::optional<Dataflow> dataflowFrom(std::string_view name);

// The objective that tiles are chosen for. Product: of cycles and energy.
enum class Objective { Cycles, Energy, Product };
std::string_view objectiveName(Objective objective); // "cycles", "energy", "product"

struct Accelerator {
    std::int64_t rows = 32, cols = 32;
    Dataflow dataflow = Dataflow::WeightStationary;
    std::int64_t ifmapKb = 64, filterKb = 64, ofmapKb = 64; // SRAM, 1 kB = 1024 words; physical: 1024 bytes
    // Between DRAM and the SRAMs. SCALE-Sim: words per cycle of each SRAM; empty: as much as is needed (its
    // CALC mode, stall free). Physical: bytes per cycle of all together; empty: DefaultBandwidth.
    std::optional<std::int64_t> bandwidth;
    std::int64_t wordBytes = 1; // of an element: 1 INT8, 2 FP16, 4 FP32
    // Elements per cycle of the vector unit, which does what is no matrix product: one operation on an element
    // in each cycle, whatever the operator. Empty: as many as the array has columns.
    std::optional<std::int64_t> lanes;

    // Physical only.
    double clockGhz = 1; // cycles per nanosecond
    // The clock at which the energies of the table hold; above it the voltage rises (energy/energy_table.h).
    double nominalGhz = 1;
    std::int64_t arrays = 1; // of rows x cols, which share the SRAMs, the bandwidth and the folds of a layer
    // KiB of an SRAM in which activations stay between layers; 0: they pass DRAM. Empty: half of the SRAM for
    // inputs, where all of them fit and that costs less (residency/residency.h).
    std::optional<std::int64_t> residentKb;
    bool overlapsFolds = true; // the next fold's stationary operand shifts in while this one computes
    bool packsGroups = true;   // ws: several groups of a grouped or depthwise convolution lie on the diagonal
    // Bytes per cycle between the SRAMs and the arrays. Empty: whatever their edges take.
    std::optional<std::int64_t> sramBandwidth;
    Objective objective = Objective::Cycles;
    // The costs of operations, in both modes: a table of energy/energy_table.h, or a file like them.
    std::string energy = "horowitz-45nm";

    static constexpr std::int64_t DefaultBandwidth = 16; // 16 GB/s at 1 GHz: one channel of DDR4-2133
    std::int64_t vectorLanes() const { return lanes.value_or(cols); }
    // Another array, whoever asks: lanes that are not said are as many as its columns.
    void setArray(std::int64_t newRows, std::int64_t newCols) { rows = newRows, cols = newCols; }
    double relativeClock() const { return clockGhz / nominalGhz; }
    double dramGigabytesPerSecond() const { return static_cast<double>(dramBytesPerCycle()) * clockGhz; }
    std::int64_t dramBytesPerCycle() const { return bandwidth.value_or(DefaultBandwidth); }
    // Bytes of a partial sum: 32 bits.
    static constexpr std::int64_t SumBytes = 4;
    double peak() const { // MACs per cycle
        return static_cast<double>(rows) * static_cast<double>(cols) * static_cast<double>(arrays);
    }
    friend bool operator==(const Accelerator&, const Accelerator&) = default;
    friend auto operator<=>(const Accelerator&, const Accelerator&) = default; // for maps
};

} // namespace edgewright::cost
