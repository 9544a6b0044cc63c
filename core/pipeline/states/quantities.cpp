// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/states/quantities.h"

#include "core/base/translatable.h"
#include "core/cost/explore/area.h"
#include "core/pipeline/check.h"
#include "core/pipeline/history/benefits.h"
#include "core/pipeline/memory/memory_plan.h"
#include "core/pipeline/quantization/improved/quantized_model.h"

#include <array>
#include <cmath>

namespace edgewright::pipeline {

namespace {

using MaybeNumber = std::optional<double>;

template <typename T>
MaybeNumber asNumber(T value) {
    return static_cast<double>(value);
}

ops::Uncounted uncountedByCosts(const Analysis& now) {
    return now.costs ? now.costs->uncounted : ops::Uncounted();
}

// By Quantity.
constexpr std::array<QuantityInfo, QuantityCount> Quantities{{
    {"nodes", TRANSLATABLE("Quantity", "nodes"), "", "fuse",
     [](const Analysis& now) { return now.after() ? asNumber(now.after()->nodeCount()) : MaybeNumber(); }},
    {"opset", TRANSLATABLE("Quantity", "opset"), "", "fuse",
     [](const Analysis& now) { return now.fusion ? asNumber(ir::opsetOf(now.fusion->opsets)) : MaybeNumber(); },
     false},
    {"parameters", TRANSLATABLE("Quantity", "parameters"), "", "type",
     [](const Analysis& now) { return now.typed ? asNumber(now.typed->parameters) : MaybeNumber(); }},
    {"parameter_bytes", TRANSLATABLE("Quantity", "parameter bytes"), "B", "type",
     [](const Analysis& now) { return now.typed ? asNumber(now.typed->parameterBytes) : MaybeNumber(); }},
    {"macs", TRANSLATABLE("Quantity", "MACs"), "MAC", "type",
     [](const Analysis& now) { return now.typed ? asNumber(now.typed->macs) : MaybeNumber(); }, true,
     [](const Analysis& now) { return now.typed ? now.typed->uncounted : ops::Uncounted(); }},
    {"arena", TRANSLATABLE("Quantity", "arena"), "B", "memory_fused",
     [](const Analysis& now) {
         return now.memoryAfter ? asNumber(now.memoryAfter->solution.peak) : MaybeNumber();
     }},
    {"arena_unfused", TRANSLATABLE("Quantity", "arena, unfused"), "B", "memory",
     [](const Analysis& now) {
         return now.memoryBefore ? asNumber(now.memoryBefore->solution.peak) : MaybeNumber();
     }},
    {"lower_bound", TRANSLATABLE("Quantity", "lower bound"), "B", "memory_fused",
     [](const Analysis& now) {
         return now.memoryAfter ? asNumber(now.memoryAfter->lowerBound) : MaybeNumber();
     }},
    {"without_reuse", TRANSLATABLE("Quantity", "sum of buffers"), "B", "memory_fused",
     [](const Analysis& now) { return now.memoryAfter ? asNumber(now.memoryAfter->sum) : MaybeNumber(); }},
    {"calls", TRANSLATABLE("Quantity", "calls"), "", "benefits",
     [](const Analysis& now) { return now.benefits ? asNumber(now.benefits->launchesAfter) : MaybeNumber(); }},
    {"traffic", TRANSLATABLE("Quantity", "traffic"), "B", "benefits",
     [](const Analysis& now) { return now.benefits ? asNumber(now.benefits->trafficAfter) : MaybeNumber(); }},
    {"estimated_seconds", TRANSLATABLE("Quantity", "estimated time"), "s", "benefits",
     [](const Analysis& now) { return now.benefits ? asNumber(now.benefits->secondsAfter) : MaybeNumber(); },
     true, [](const Analysis& now) { return now.benefits ? now.benefits->untimed : ops::Uncounted(); }},
    {"cycles", TRANSLATABLE("Quantity", "accelerator"), "cycles", "cost",
     [](const Analysis& now) { return now.costs ? asNumber(now.costs->report.cycles) : MaybeNumber(); }, true,
     uncountedByCosts},
    {"accelerator_seconds", TRANSLATABLE("Quantity", "accelerator time"), "s", "cost",
     [](const Analysis& now) { return now.costs ? asNumber(now.costs->report.seconds()) : MaybeNumber(); },
     true, uncountedByCosts},
    {"accelerator_energy", TRANSLATABLE("Quantity", "accelerator energy"), "pJ", "cost",
     [](const Analysis& now) {
         return now.costs && now.costs->report.energyUnit == "pJ" ? asNumber(now.costs->report.energy.total())
                                                                  : MaybeNumber();
     },
     true, uncountedByCosts},
    {"accelerator_dram", TRANSLATABLE("Quantity", "accelerator DRAM"), "B", "cost",
     [](const Analysis& now) {
         if (!now.costs) return MaybeNumber();
         const cost::CostReport& report = now.costs->report;
         return asNumber(report.dram.total() * report.accelerator.wordBytes);
     },
     true, uncountedByCosts},
    {"accelerator_area", TRANSLATABLE("Quantity", "accelerator area"), "mm²", "cost",
     [](const Analysis& now) {
         return now.costs ? asNumber(cost::areaOf(now.costs->report.accelerator)) : MaybeNumber();
     }},
    {"int8_accuracy", TRANSLATABLE("Quantity", "INT8 accuracy"), "", "int8_model",
     [](const Analysis& now) {
         return now.quantized ? now.quantized->report.counts.accuracyInt8() : MaybeNumber();
     },
     true, nullptr,
     [](const Analysis& now) {
         return now.quantized ? now.quantized->report.counts.rightInt8() : std::nullopt;
     },
     &PairVerdict::right},
    {"int8_agreement", TRANSLATABLE("Quantity", "INT8 agreement"), "", "int8_model",
     [](const Analysis& now) {
         return now.quantized ? now.quantized->report.counts.agreement() : MaybeNumber();
     },
     true, nullptr,
     [](const Analysis& now) { return now.quantized ? now.quantized->report.counts.agreeing() : std::nullopt; },
     &PairVerdict::agreed},
    {"int8_sqnr", TRANSLATABLE("Quantity", "INT8 SQNR, lowest output"), "dB", "int8_model",
     [](const Analysis& now) {
         if (!now.quantized || now.quantized->report.outputs.empty()) return MaybeNumber();
         const double sqnr = weakestOf(now.quantized->report.outputs).sqnrDb;
         return std::isfinite(sqnr) ? MaybeNumber(sqnr) : MaybeNumber();
     },
     false, nullptr, nullptr, &PairVerdict::sqnr},
    {"int8_weight_bytes", TRANSLATABLE("Quantity", "INT8 weights"), "B", "int8_model",
     [](const Analysis& now) {
         return now.quantized ? asNumber(now.quantized->report.bytesAfter) : MaybeNumber();
     }},
    {"difference", TRANSLATABLE("Quantity", "difference"), "", "check",
     [](const Analysis& now) { return now.check ? asNumber(now.check->relative()) : MaybeNumber(); }, false},
}};

} // namespace

std::span<const QuantityInfo, QuantityCount> quantities() { return Quantities; }

} // namespace edgewright::pipeline
