// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that a state of a study is told and compared by, each once: for the status bar, A | B, answers
// and questions of lessons.
#pragma once

#include "core/pipeline/study.h"

#include <optional>
#include <span>
#include <string_view>

namespace edgewright::pipeline {

struct CountedShare; // quantization/model_change.h
struct PairVerdict;  // quantization/improved/quantized_model.h

// In the order of the table.
enum class Quantity {
    Nodes,
    Opset,
    Parameters,
    ParameterBytes,
    Macs,
    Peak,
    OriginalPeak,
    LowerBound,
    WithoutReuse,
    Calls,
    Traffic,
    Seconds,
    Cycles,
    AcceleratorSeconds,
    AcceleratorEnergy,
    AcceleratorDram,
    AcceleratorArea,
    Int8Accuracy,
    Int8Agreement,
    Int8Sqnr,
    Int8WeightBytes,
    Difference
};
inline constexpr std::size_t QuantityCount = static_cast<std::size_t>(Quantity::Difference) + 1;

struct QuantityInfo {
    std::string_view key;
    const char* title; // TRANSLATABLE("Quantity", ...), as within a sentence: "arena"
    const char* unit;  // of the plain number: "B", "s"; empty where it counts
    const char* stage; // whose result it is
    std::optional<double> (*of)(const Analysis& now); // none: not known
    bool hasRatio = true;                             // one divided by another says something
    // The work that the number leaves out; null: it counts all there is.
    ops::Uncounted (*uncounted)(const Analysis& now) = nullptr;
    // The share that the number is; null: it is none.
    std::optional<CountedShare> (*share)(const Analysis& now) = nullptr;
    // The verdict on a number that samples tell; null: they do not.
    bool PairVerdict::*toldApart = nullptr;
};
std::span<const QuantityInfo, QuantityCount> quantities();
inline const QuantityInfo& infoOf(Quantity quantity) {
    return quantities()[static_cast<std::size_t>(quantity)];
}

} // namespace edgewright::pipeline
