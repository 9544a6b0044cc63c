// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles, accesses, traffic and energy of a layer on an accelerator, by the rules of either mode (workload.h):
// SCALE-Sim's (Samajdar et al., arXiv 1811.02883, ISPASS 2020) to the last cycle, or physical ones.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/accelerator.h"
#include "core/cost/tiling.h"
#include "core/cost/workload.h"

#include <array>
#include <string_view>
#include <vector>

namespace edgewright::cost {

struct Accesses {
    std::int64_t ifmap = 0, filter = 0, ofmap = 0; // words
    std::int64_t total() const { return ifmap + filter + ofmap; }
};

// The causes that cycles are spent on, in the order in which they are charged: a memory has only the cycles in
// which the array really waits for it. Physical: DRAM has what unlimited bandwidth would gain, the cycles among
// them that the array takes longer with tiles that move less.
enum class Spent {
    Computing,   // every cell busy
    IdleCells,   // rows or columns without work
    Fill,        // the array fills and drains, operands shift in
    Sram,        // the SRAMs are slower than the array
    DramInputs,  // DRAM brings inputs,
    DramWeights, // ... weights,
    DramOutputs, // ... takes outputs, and partial sums that do not fit and come back
    Vector,      // the vector unit computes
    Count
};
inline constexpr std::size_t SpentCount = static_cast<std::size_t>(Spent::Count);
std::string_view nameOf(Spent spent); // "idle_cells"
const char* titleOf(Spent spent);     // "Idle cells"; translated in the context "Word"
inline constexpr bool isDram(Spent spent) {
    return spent == Spent::DramInputs || spent == Spent::DramWeights || spent == Spent::DramOutputs;
}

struct SpentCycles {
    std::array<std::int64_t, SpentCount> cycles{};
    std::int64_t& operator[](Spent spent) { return cycles[static_cast<std::size_t>(spent)]; }
    std::int64_t operator[](Spent spent) const { return cycles[static_cast<std::size_t>(spent)]; }
    std::int64_t total() const;
    std::int64_t dram() const;          // of all operands
    std::int64_t of(Spent cause) const; // of DRAM: dram()
    SpentCycles& operator+=(const SpentCycles& other);
};

// Cycles for which the memories and the vector unit are busy in a layer, beside each other and beside the
// array. 0: not at all, or not known (SCALE-Sim's rules).
struct BusyCycles {
    std::int64_t sram = 0, dram = 0, vector = 0;
};

// The parts of an energy, from the cells outwards.
enum class EnergyPart {
    Macs,
    Registers, // of the cells of the array: read, and written in place
    Hops,      // from cell to cell
    Sram,
    Dram, // with its interface
    Count
};
inline constexpr std::size_t EnergyPartCount = static_cast<std::size_t>(EnergyPart::Count);
std::string_view nameOf(EnergyPart part); // "registers"
const char* titleOf(EnergyPart part);     // "Registers of the array"; translated in the context "Word"

// In the unit of the accelerator's energy table.
struct Energy {
    std::array<double, EnergyPartCount> parts{};
    double& operator[](EnergyPart part) { return parts[static_cast<std::size_t>(part)]; }
    double operator[](EnergyPart part) const { return parts[static_cast<std::size_t>(part)]; }
    double total() const;
    Energy& operator+=(const Energy& other);
};

// The cost of a layer; on the vector unit, fields about the array or MACs are 0.
struct LayerCost {
    Layer layer;
    std::int64_t cycles = 0; // stalls included; repeat included
    // Waiting for memory. SCALE-Sim: without the first fill and the last drain.
    std::int64_t stallCycles = 0;
    // Sums to `cycles`. SCALE-Sim's stalls are those of its slowest SRAM and count by what each operand moves.
    SpentCycles spent;
    BusyCycles busy;
    double mappingEfficiency = 0; // share of the array that holds work, mean over folds, 0..1
    double utilization = 0;       // MACs / (cycles * peak), 0..1
    double computeUtilization = 0;
    std::int64_t folds = 0;
    Tiling tiling;          // physical: of one group
    bool isAdopted = false; // it is that of Workload::tilings
    // Words: reads, reads, writes. Physical: ofmap are partial sums, written and read.
    Accesses sram;
    Accesses dram; // words: reads, reads, writes. Physical: partial sums that come back are among ofmap
    Energy energy;
    double intensity = 0; // MACs per DRAM byte, those of the vector unit beside it among them
    // MACs per cycle. SCALE-Sim: were transfers hidden behind the arithmetic, MACs / max(cycles, bytes /
    // bandwidth). Never above the roof.
    double attained = 0;
    // To the last cycle by SCALE-Sim's rules. False: physical rules, which model hardware; or too large to
    // simulate, so that stalls or DRAM counts are estimates (limits.h).
    bool exact = true;

    // Cycles fewer without this cause and all else as it is, at most those that are spent on it: what is busy
    // beside it still takes its time. Of DRAM: of all operands.
    std::int64_t gainWithout(Spent cause) const;
    // The cause whose removal gains most. A part that is busy in all but 1 % of the cycles comes before causes
    // that gain no more than 1 % of them beyond it, of several such parts the first of DRAM, SRAM and vector
    // unit. DRAM is named by the operand that takes most of it.
    Spent limit() const;
};

// An adopted tiling that no layer has: its layer has the one that is chosen for it, or there is no such layer,
// or it is for another accelerator.
struct UnusedTiling {
    std::string layer, reason; // the reason without the layer's name
    friend bool operator==(const UnusedTiling&, const UnusedTiling&) = default;
};

struct CostReport {
    Accelerator accelerator;
    // The same without the part of the SRAM for inputs that activations stay in: that tiles are cut for.
    Accelerator tiledFor;
    Mode mode = Mode::ScaleSim;
    std::vector<LayerCost> layers;
    std::int64_t cycles = 0, stallCycles = 0, macs = 0;
    Accesses sram, dram;
    SpentCycles spent;
    Energy energy;
    std::string energyUnit = "pJ"; // "MAC": relative (energy/energy_table.h)
    double utilization = 0;
    std::int64_t activations = 0, staying = 0; // tensors between layers; of them those that stay on chip
    std::int64_t staysFromKb = 0;              // of SRAM for activations, from which on all of them stay
    AdoptedTilings tilings;                    // Workload::tilings
    std::vector<UnusedTiling>
        unusedTilings;            // of them, those for this accelerator first; none in Mode::ScaleSim
    std::int64_t adopted() const; // layers with a tiling of `tilings`
    double seconds() const;       // at the accelerator's clock
    // By LayerCost::gainWithout() of all layers; of DRAM: with unlimited bandwidth. 1 without cycles.
    double speedupWithout(Spent cause) const;
};

// In Mode::Physical: physical/physical.h. The vector unit is always physical.
Result<LayerCost> estimate(const Layer& layer, const Accelerator& accelerator, const RunContext& run = {},
                           Mode mode = Mode::ScaleSim);
// In the mode of the workload.
Result<CostReport> estimate(const Workload& workload, const Accelerator& accelerator,
                            const RunContext& run = {});

} // namespace edgewright::cost
