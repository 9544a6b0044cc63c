// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/what_if.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/explore/explore.h"
#include "core/cost/limits.h"
#include "core/cost/physical/tiling.h"
#include "core/cost/residency/residency.h"

#include <array>

namespace edgewright::cost {

namespace {

bool scale(std::int64_t& value, std::int64_t most) {
    if (value > most / 2) return false;
    value *= 2;
    return true;
}

// False: there is no such accelerator.
bool apply(Change change, Mode mode, Accelerator& to) {
    const bool physical = mode == Mode::Physical;
    switch (change) {
    case Change::TwiceRows:
    case Change::TwiceCols: {
        std::int64_t rows = to.rows, cols = to.cols;
        if (!scale(change == Change::TwiceRows ? rows : cols, ArrayLimit)) return false;
        to.setArray(rows, cols);
        return true;
    }
    case Change::TwiceArrays:
        return physical && scale(to.arrays, ArrayLimit);
    case Change::TwiceSram:
        return scale(to.ifmapKb, SramLimit) && scale(to.filterKb, SramLimit) && scale(to.ofmapKb, SramLimit);
    case Change::TwiceBandwidth: {
        if (!physical && !to.bandwidth) return false;
        std::int64_t value = to.dramBytesPerCycle();
        if (!scale(value, SramLimit)) return false;
        to.bandwidth = value;
        return true;
    }
    case Change::TwiceLanes: {
        std::int64_t value = to.vectorLanes();
        if (!scale(value, ArrayLimit)) return false;
        to.lanes = value;
        return true;
    }
    case Change::OtherDataflow:
    case Change::Count:
        break;
    }
    return false;
}

Effect effectOf(const CostReport& now, const CostReport& then) {
    return {now.accelerator,
            then.accelerator,
            static_cast<double>(now.cycles),
            static_cast<double>(then.cycles),
            now.energy.total(),
            then.energy.total(),
            areaOf(now.accelerator),
            areaOf(then.accelerator)};
}

// 2^power times a size; a part of it is rounded up. At least 1.
std::int64_t resized(std::int64_t size, int power) {
    if (power >= 0) return size << power;
    const std::int64_t parts = std::int64_t(1) << -power;
    return (size + parts - 1) / parts;
}

bool liesPacked(const Layer& layer, const CostReport& report) {
    return report.mode == Mode::Physical && layer.unit == Unit::Array &&
           tiledLayer(layer, report.accelerator).pack > 1;
}

WhatIf compared(Change change, const CostReport& now, const CostReport& then) {
    WhatIf made;
    made.change = change;
    made.effect = effectOf(now, then);
    made.staying = then.staying - now.staying;
    std::int64_t most = 0; // of those that gain
    for (std::size_t i = 0; i < now.layers.size() && i < then.layers.size(); ++i) {
        const LayerCost &before = now.layers[i], &after = then.layers[i];
        const std::int64_t gain = before.cycles - after.cycles;
        const bool gains = gain > 0 && static_cast<double>(gain) >= 0.01 * static_cast<double>(before.cycles);
        if (gains) ++made.faster;
        if (isDram(before.limit()) && !isDram(after.limit())) ++made.freed;
        if (gains && gain > most) {
            most = gain;
            made.most = before.layer.name;
        }
        if (change == Change::OtherDataflow)
            made.packing += liesPacked(before.layer, now) != liesPacked(after.layer, then);
    }
    return made;
}

} // namespace

std::string Effect::lanesText() const {
    const std::int64_t before = from.vectorLanes(), after = to.vectorLanes();
    if (before == after) return {};
    return say("with {1} lanes of the vector unit instead of {2}", after, before);
}

std::string WhatIf::packingText() const {
    if (packing == 0) return {};
    return sayCount(packing,
                    "in part because groups of {1} layer (depthwise) are packed, which is weight stationary "
                    "alone",
                    "in part because groups of {1} layers (depthwise) are packed, which is weight stationary "
                    "alone");
}

std::string_view nameOf(Change change) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(Change::Count)> Names{
        "2x_rows", "2x_cols", "2x_arrays", "2x_sram", "2x_bandwidth", "2x_lanes", "other_dataflow"};
    return Names[static_cast<std::size_t>(change)];
}

Result<std::vector<WhatIf>> whatIfs(const Workload& workload, const CostReport& now, const RunContext& run) {
    std::vector<WhatIf> found;
    if (now.cycles == 0) return found;
    const RunContext quiet{run.stop, nullptr};
    for (int i = 0; i < static_cast<int>(Change::Count); ++i) {
        const auto change = static_cast<Change>(i);
        run.report(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(Change::Count));
        if (change == Change::OtherDataflow) {
            std::optional<WhatIf> best;
            for (const Dataflow dataflow :
                 {Dataflow::OutputStationary, Dataflow::WeightStationary, Dataflow::InputStationary}) {
                if (dataflow == now.accelerator.dataflow) continue;
                Accelerator other = now.accelerator;
                other.dataflow = dataflow;
                ASSIGN_OR_RETURN(const auto then, estimate(workload, other, quiet));
                const WhatIf made = compared(change, now, then);
                if (!best || made.effect.cyclesAfter < best->effect.cyclesAfter) best = made;
            }
            if (best) found.push_back(*std::move(best));
            continue;
        }
        Accelerator other = now.accelerator;
        if (!apply(change, now.mode, other)) continue;
        ASSIGN_OR_RETURN(const auto then, estimate(workload, other, quiet));
        found.push_back(compared(change, now, then));
    }
    return found;
}

Result<std::vector<SizeStep>> sizeSteps(const Workload& workload, const Accelerator& accelerator,
                                        const RunContext& run) {
    std::vector<SizeStep> steps;
    std::optional<CostReport> smaller;
    for (int power = -3; power <= 3; ++power) {
        if (run.stopped()) return cancelled();
        Accelerator other = accelerator;
        other.setArray(resized(accelerator.rows, power), resized(accelerator.cols, power));
        if (other.rows > ArrayLimit || other.cols > ArrayLimit) break;
        const bool isSame = smaller && smaller->accelerator == other; // of 1 x 1 there is no half
        if (isSame) continue;
        ASSIGN_OR_RETURN(auto report, estimate(workload, other, {run.stop, nullptr}));
        if (report.cycles == 0) return steps;
        if (smaller) {
            SizeStep step{.effect = effectOf(*smaller, report), .power = power};
            for (const LayerCost& each : report.layers) {
                if (each.layer.unit != Unit::Array) continue;
                ++step.layers;
                const bool os = other.dataflow == Dataflow::OutputStationary;
                const bool is = other.dataflow == Dataflow::InputStationary;
                const std::int64_t down = os ? each.layer.m : each.layer.k,
                                   across = is ? each.layer.m : each.layer.n;
                if (down < other.rows || across < other.cols) ++step.narrower;
            }
            steps.push_back(std::move(step));
        }
        smaller = std::move(report);
    }
    return steps;
}

Effect SramSteps::beyond() const {
    const SramStep &from = steps[enough], &to = steps.back();
    return {from.accelerator, to.accelerator,           from.cycles,           to.cycles, from.energy,
            to.energy,        areaOf(from.accelerator), areaOf(to.accelerator)};
}

Result<SramSteps> sramSteps(const Workload& workload, const Accelerator& accelerator, const RunContext& run) {
    SramSteps made;
    // What more SRAM brings to tiles: activations stay, or pass DRAM, as they do now.
    const Accelerator now = residencyOf(workload, accelerator, run).accelerator;
    for (int power = -3; power <= 6; ++power) {
        if (run.stopped()) return cancelled();
        Accelerator other = now;
        bool exists = true;
        for (std::int64_t* each : {&other.ifmapKb, &other.filterKb, &other.ofmapKb}) {
            *each = resized(*each, power);
            exists = exists && *each <= SramLimit;
        }
        const bool isSame = !made.steps.empty() && made.steps.back().accelerator == other;
        if (!exists || isSame) continue;
        SramStep step;
        step.accelerator = other;
        step.kiloBytes = other.ifmapKb + other.filterKb + other.ofmapKb;
        const auto report =
            estimate(workload, power == 0 ? accelerator : other, {run.stop, nullptr}); // as it is
        if (!report && report.error().code == ErrorCode::Cancelled) return report.error();
        if (report) {
            step.cycles = static_cast<double>(report->cycles);
            step.energy = report->energy.total();
            std::int64_t most = 0;
            for (const LayerCost& each : report->layers) {
                const Layer& l = each.layer;
                if (l.unit != Unit::Array) continue;
                const std::int64_t outputs = l.outputsOnChip || l.outputsStay ? 0 : l.m * l.n * l.repeat;
                const std::int64_t weights = l.weightsStay ? 0 : l.rightWords();
                const std::int64_t inputs =
                    l.inputsOnChip || l.inputsStay
                        ? 0
                        : (l.ifmapH - l.padH) * (l.ifmapW - l.padW) * l.channels * l.repeat;
                // The vector unit moves words for outputs that stay on chip, which are counted with the layer.
                const std::int64_t once = outputs + weights + inputs + l.besideRead + l.besideWritten;
                const std::int64_t beyond = each.dram.total() - once;
                if (static_cast<double>(beyond) <= 0.01 * static_cast<double>(once)) continue;
                ++step.spilling;
                if (beyond > most) {
                    most = beyond;
                    step.last = l.name;
                }
            }
        }
        made.steps.push_back(std::move(step));
    }
    if (!made.steps.empty() && made.steps.back().cycles == 0) return SramSteps();
    for (std::size_t i = 0; i < made.steps.size(); ++i) {
        made.enough = i;
        if (made.steps[i].cycles > 0 && made.steps[i].cycles <= 1.01 * made.steps.back().cycles) break;
    }
    return made;
}

Result<std::optional<StayStep>> stayStep(const Workload& workload, const CostReport& now,
                                         const RunContext& run) {
    if (now.mode == Mode::ScaleSim || now.staying == now.activations || now.staysFromKb > SramLimit)
        return std::optional<StayStep>();
    Accelerator other = now.accelerator;
    other.residentKb = now.staysFromKb;
    ASSIGN_OR_RETURN(const auto then, estimate(workload, other, {run.stop, nullptr}));
    const std::int64_t word = now.accelerator.wordBytes;
    StayStep step;
    step.effect = effectOf(now, then);
    step.kiloBytes = now.staysFromKb;
    step.dramBefore = now.dram.total() * word;
    step.dramAfter = then.dram.total() * word;
    return std::optional(std::move(step));
}

Result<Improvements> improvements(const Workload& workload, const CostReport& now, const RunContext& run) {
    Improvements made;
    ASSIGN_OR_RETURN(made.whatIfs, whatIfs(workload, now, run));
    ASSIGN_OR_RETURN(made.sizes, sizeSteps(workload, now.accelerator, run));
    ASSIGN_OR_RETURN(made.sram, sramSteps(workload, now.accelerator, run));
    ASSIGN_OR_RETURN(made.stay, stayStep(workload, now, run));
    return made;
}

} // namespace edgewright::cost
