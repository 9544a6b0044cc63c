// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of an accumulator experiment, as numbers and names; each part is there only where the data has it.
#pragma once

#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "core/table/answer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

// One row in short.
struct AccumulatorOutcome {
    Int8Accumulator accumulator;
    std::int64_t overflows = 0, aloneOverflows = 0; // of outputs: all layers in INT8; each with its FP32 input
    std::size_t overflowingLayers = 0;              // with all layers in INT8
    double outputSqnrDb = 0;
    TopCounts tops;
    std::string weakest = {}; // that outputSqnrDb is of (WeakestOutput::place())

    bool overflowed() const { return overflows > 0 || aloneOverflows > 0; }
};

struct AccumulatorFindings {
    std::size_t samples = 0, layers = 0;
    bool calibratedOnSamples = false; // the ranges are from the same samples

    // The widest width. Nothing left it: saturating, wrapping and exact sums are the same.
    AccumulatorOutcome widest; // saturating
    bool isWidestExact = false;

    // Bits that sums needed on these samples, in any layer with its FP32 input or in the whole model at the
    // widest width, and what they can need whatever the input: bits, and the layer that needs them first.
    int measuredBits = 0, worstBits = 0, recommendedBits = 0;
    std::string measuredLayer, worstLayer;
    int worstSumBits = 0, worstBiasBits = 0; // of worstLayer: without the bias, and of the bias alone
    bool isOfBias = false;                   // BitGrowth, of worstLayer

    // The narrowest width that nothing left, in either mode and in any layer; empty: there is none.
    std::optional<int> narrowestSafe;
    // The widest width that sums left, wrapping; its layers by name.
    std::optional<AccumulatorOutcome> firstOverflow, firstSaturating; // the same width in both modes
    std::vector<std::string> firstOverflowLayers;

    // Wrapping at 16 bits against the widest width.
    std::optional<AccumulatorOutcome> wrapping16, saturating16;

    // One width in both modes, where one of them has the better layers and the other one the better answers,
    // beyond chance (measure::isMajority() of the samples on which only one is right): the widest such width.
    struct Contradiction {
        AccumulatorOutcome saturating, wrapping;
        bool saturatingHasBetterLayers = false;        // false: wrapping has
        std::size_t betterLayers = 0, worseLayers = 0; // of that mode against the other, by SQNR alone
        // The layer where the difference is largest.
        std::string layer;
        double saturatingSqnrDb = 0, wrappingSqnrDb = 0;
    };
    std::optional<Contradiction> contradiction;
};

AccumulatorFindings findingsOf(const AccumulatorExperiment& experiment);

// The narrowest width that does, and what it rests on; nothing is claimed that the numbers do not say. Empty
// without layers.
table::Answer answerOf(const AccumulatorFindings& findings);

} // namespace edgewright::pipeline
