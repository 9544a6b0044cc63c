// SPDX-License-Identifier: GPL-3.0-or-later
// Two models against the same third one on the same samples, sample by sample in pairs: what a sample itself
// does to an error is in both, so that a difference is told from noise which two figures of all samples would
// hide.
#pragma once

#include "core/measure/statistics.h"
#include "core/pipeline/quantization/model_change.h"

#include <algorithm>
#include <functional>

namespace edgewright::pipeline {

// The confidence of what is told apart here: that of measurements, since one is told to be the best of many.
inline constexpr double PairConfidence = measure::ComparisonRules().confidence;

// Decibels beyond which float32, whose steps are 144 dB below its values, tells nothing from exact.
inline constexpr double MaxComparedDb = 150;

// By how many dB the SQNR of `first` is above that of `second` (SampleChange::sqnrDb): over the samples of
// both, with the interval at PairConfidence. Infinite and higher ones than MaxComparedDb count as that.
measure::MeanInterval sqnrLead(const ModelChange& first, const ModelChange& second);

// The mean over the samples, counted in this way; 0 without any.
double meanComparedDb(const ModelChange& change);

// True where `does` holds so much more often for a sample of `first` than for that of `second` that chance does
// not explain it: the samples for which only one of them does are counted (McNemar's test, exact).
template <typename Samples, typename Does>
bool isMoreOften(const Samples& first, const Samples& second, const Does& does, double confidence) {
    std::size_t onlyFirst = 0, onlySecond = 0;
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
        const bool one = std::invoke(does, first[i]), other = std::invoke(does, second[i]);
        onlyFirst += one && !other;
        onlySecond += other && !one;
    }
    return measure::isMajority(onlyFirst, onlySecond, confidence);
}
// `first` is right, or answers as float32 does, at PairConfidence.
bool isMoreOftenRight(const ModelChange& first, const ModelChange& second);
bool isMoreOftenAgreed(const ModelChange& first, const ModelChange& second);

// Shown to be as good, which is more than not told apart: a few samples tell nothing from anything.
inline constexpr double EquivalentDb = 1;       // the interval of sqnrLead() lies within this, or
inline constexpr double EquivalentShare = 0.02; // the interval of the share of answers lost ends below this
// `second` may stand for `first`. Answers lost: right (without labels: as in float32) with `first` alone.
bool isEquivalent(const ModelChange& first, const ModelChange& second);

} // namespace edgewright::pipeline
