// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/scalesim_differences.h"

#include "core/base/propagate.h"
#include "core/base/translatable.h"
#include "core/cost/limits.h"
#include "core/cost/residency/residency.h"
#include "core/cost/systolic.h"

namespace edgewright::cost {

namespace {

// A layer on the vector unit is none of SCALE-Sim's.
void keepArrayLayers(Workload& work) {
    std::erase_if(work.layers, [](const Layer& layer) { return layer.unit != Unit::Array; });
    work.activations.clear();
}

// Every layer by itself.
void separate(Layer& layer) {
    layer.inputsOnChip = layer.outputsOnChip = false;
    layer.besideRead = layer.besideWritten = 0;
}

} // namespace

Result<std::vector<DifferenceStep>> scaleSimDifferences(const Workload& workload,
                                                        const Accelerator& accelerator, const RunContext& run) {
    std::vector<DifferenceStep> steps;
    Workload work = workload;
    Accelerator array = accelerator;
    const auto step = [&](std::string_view name, std::string_view reason) -> Result<void> {
        ASSIGN_OR_RETURN(const auto report, estimate(work, array, {run.stop, nullptr}));
        steps.push_back({name, reason, report.cycles});
        return {};
    };
    keepArrayLayers(work);
    work.mode = Mode::ScaleSim;
    array.bandwidth.reset();
    array.arrays = 1;
    RETURN_IF_ERROR(step("scalesim", TRANSLATABLE("Word", "SCALE-Sim's cycles without stalls")));

    // Memory is never in the way: the same folds, each filled and drained by itself.
    work.mode = Mode::Physical;
    for (Layer& layer : work.layers)
        separate(layer);
    array.ifmapKb = array.filterKb = array.ofmapKb = SramLimit;
    array.bandwidth = SramLimit;
    array.sramBandwidth.reset();
    array.overlapsFolds = array.packsGroups = false;
    array.objective = Objective::Cycles;
    RETURN_IF_ERROR(
        step("whole_lines",
             TRANSLATABLE("Word", "a layer takes all of its cycles, and its first load and last store")));
    array.overlapsFolds = accelerator.overlapsFolds;
    if (array.overlapsFolds)
        RETURN_IF_ERROR(
            step("folds_overlap", TRANSLATABLE("Word", "the next fold shifts in while this one computes")));
    array.packsGroups = accelerator.packsGroups;
    if (array.packsGroups)
        RETURN_IF_ERROR(step("groups_packed",
                             TRANSLATABLE("Word", "several groups of a convolution lie on the array at once")));
    array.arrays = accelerator.arrays;
    if (array.arrays > 1)
        RETURN_IF_ERROR(step("arrays", TRANSLATABLE("Word", "they share the folds of a layer")));
    array.ifmapKb = accelerator.ifmapKb;
    array.filterKb = accelerator.filterKb;
    array.ofmapKb = accelerator.ofmapKb;
    array.objective = accelerator.objective;
    RETURN_IF_ERROR(
        step("sram", TRANSLATABLE("Word", "tiles must fit the SRAMs, and cut folds at their edges")));
    array.sramBandwidth = accelerator.sramBandwidth;
    array.bandwidth = accelerator.dramBytesPerCycle();
    RETURN_IF_ERROR(
        step("bandwidth",
             TRANSLATABLE("Word", "all operands share the way to DRAM; zeros of padding are not moved")));
    work = workload;
    work.mode = Mode::Physical;
    keepArrayLayers(work);
    RETURN_IF_ERROR(
        step("on_chip", TRANSLATABLE("Word", "members of a fused group hand each other tiles on chip")));
    work = workload;
    work.mode = Mode::Physical;
    work.activations.clear();
    RETURN_IF_ERROR(step("vector_unit", TRANSLATABLE("Word", "what is no matrix product takes its time, too")));
    work.activations = workload.activations;
    if (residencyOf(work, array).staying > 0)
        RETURN_IF_ERROR(step("residency", TRANSLATABLE("Word", "activations stay on chip between layers")));
    return steps;
}

} // namespace edgewright::cost
