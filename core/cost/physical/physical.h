// SPDX-License-Identifier: GPL-3.0-or-later
// The cycles of a layer by the rules of Mode::Physical.
//
// Differences from SCALE-Sim: zeros of padding are not moved; output extents are rounded down (as the model
// says); images of a batch share weights, and so do steps of a recurrence where the weights of all that a step
// does fit the SRAM; members of a fused group hand each other tiles on chip; folds
// overlap; partial sums are read as well as written, and leave the chip only where the tiling says so; the
// first load and the last store take time, but for the first weights of a layer of a network, which come while
// the layer before computes (double buffering, as in Gemmini and the TPU); all operands share one bandwidth;
// tiles are chosen (tiling_choice.h). In a fused group the vector unit works on what the array has made while
// the array makes more (as behind the accumulators of the TPU, Jouppi et al., ISCA 2017): the slower of them
// counts, and what both move shares the bandwidth. Pessimistic: any other layer begins after the one before it
// has ended.
#pragma once

#include "core/cost/energy/energy_table.h"
#include "core/cost/physical/tiling_choice.h"
#include "core/cost/systolic.h"

namespace edgewright::cost {

// With the tiling that is best by the accelerator's objective; DRAM is charged with all that unlimited
// bandwidth would gain, with the tiling that would be the best one then. BadInput where no tile fits the SRAMs.
Result<LayerCost> physicalCost(const Layer& layer, const Accelerator& accelerator, const EnergyTable& table);
// On the vector unit; with `beside`, while an array is busy for so many cycles more, which counts what moves.
Result<LayerCost> vectorCost(const Layer& layer, const Accelerator& accelerator, const EnergyTable& table,
                             std::optional<double> beside);
// With a tiling that fits, which would stay with unlimited bandwidth.
Result<LayerCost> physicalCost(const Layer& layer, const Accelerator& accelerator, const EnergyTable& table,
                               const Tiling& tiling);

Energy energyOf(const TiledLayer& layer, const Accelerator& accelerator, const EnergyTable& table,
                const ArrayTime& time, const Traffic& traffic);

// Cycles are whole: what LayerCost::cycles is made of.
double wholeCycles(double cycles);

// Cycles of the array that the vector unit can work beside, from layer to layer in order of execution.
class ArrayBeside {
public:
    // The cycles that are left for a layer on the vector unit, fewer for those behind it; nothing where it gets
    // its operands from elsewhere.
    std::optional<double> take(const Layer& vector, const Accelerator& accelerator);
    double left() const { return m_left.value_or(0); } // of the array's cycles
    void ran(const Layer& array, double cycles) {
        m_left = array.outputsOnChip ? std::optional(cycles) : std::nullopt;
    }

private:
    std::optional<double> m_left;
};

// The best tiling of a layer, for one accelerator after the other with the same memories, word and packing.
class TilingChooser {
public:
    TilingChooser(const TiledLayer& layer, const Accelerator& accelerator) : m_candidates(layer, accelerator) {}

    struct Choice {
        const TilingCandidate* candidate = nullptr; // null: none fits
        double cycles = 0, energy = 0;
    };
    // By the accelerator's objective. Objective::Cycles: of those within SpeedSlack of the fastest the one that
    // moves the least, of these the one with the fewest cycles of the array, then the fastest. Of equals the
    // one with less energy.
    Choice best(const TiledLayer& layer, const Accelerator& accelerator, const EnergyTable& table);

private:
    void prepare(const TiledLayer& layer, const Accelerator& accelerator);

    TilingCandidates m_candidates;
    Accelerator m_array; // that the cycles are of
    std::vector<double> m_arrayCycles, m_ends, m_values, m_blocks;
};

} // namespace edgewright::cost
