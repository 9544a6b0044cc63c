// SPDX-License-Identifier: GPL-3.0-or-later
// The distances of tensors from their references, summed up over many pairs of them: nothing is kept but sums.
#pragma once

#include "core/ir/tensor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace edgewright::pipeline {

// The SQNR of each sample by itself, from the lowest to the highest: how much the samples disagree. More of
// them may lie outside.
struct SampleSpread {
    std::size_t samples = 0;
    void add(double sqnrDb);
    void add(const SampleSpread& other);
    // Empty of no sample.
    std::optional<double> lowDb() const { return samples > 0 ? std::optional(m_low) : std::nullopt; }
    std::optional<double> highDb() const { return samples > 0 ? std::optional(m_high) : std::nullopt; }
    // The place of the sample with the lowest, in the order in which they were added.
    std::optional<std::size_t> lowest() const { return samples > 0 ? std::optional(m_lowest) : std::nullopt; }
    std::string text() const; // "21.0 to 24.3 dB", "1 sample"
    // " (21.0 to 24.3 dB, 4 samples)" to follow the SQNR of all; " (1 sample)".
    std::string behind() const;

private:
    double m_low = 0, m_high = 0;
    std::size_t m_lowest = 0;
};

class ErrorSums {
public:
    // Elements beyond the shorter of the two are left out.
    void add(std::span<const float> actual, std::span<const float> reference);
    // One sample, as float32; texts add nothing. The SQNR of it alone: infinity, too, where its reference has
    // nothing but zeros, -infinity for what is no number.
    double add(const ir::Tensor& actual, const ir::Tensor& reference);
    // The same of one sample, all of it, with the same step.
    double addSample(const ErrorSums& sample);
    void add(const ErrorSums& other); // of other samples, with the same step
    // Errors up to this count as within one step; to be set before anything is added.
    void setStep(double step) { m_step = step; }

    std::int64_t elements() const { return m_elements; }
    bool hasSignal() const { return m_signal > 0; } // the references are not nothing but zeros
    // 10 log10(sum reference^2 / sum error^2): infinity when exact, -infinity for errors on zeros.
    double sqnrDb() const;
    // sum actual * reference / (|actual| |reference|): 1 for the same direction, and where both are nothing but
    // zeros; 0 where one of them is.
    double cosine() const;
    double maxAbsError() const { return m_maxAbs; }
    double meanAbsError() const;  // 0 without elements
    double withinOneStep() const; // share of elements, 0..1; 1 without elements
    const SampleSpread& spread() const { return m_spread; }

private:
    double m_signal = 0, m_noise = 0, m_actual = 0, m_product = 0, m_absolute = 0, m_maxAbs = 0, m_step = 0;
    std::int64_t m_elements = 0, m_within = 0;
    SampleSpread m_spread;
};

// The mean of those that are finite; infinity, of either sign as the first has it, where none is. 0 of nothing.
double meanDecibels(std::span<const double> values);

// "38.2 dB"; infinity is "exact", -infinity "no signal": errors on nothing but zeros.
std::string decibelText(double value, int decimals);

// The class of a classifier: the index of the largest element of the first output, the first of equal ones; -1
// where there is none, and unless the sample has a label, where that output is no axis of classes: the only
// one, of one axis but for those of extent 1.
std::int64_t topOf(std::span<const ir::Tensor> outputs, bool isLabelled);

} // namespace edgewright::pipeline
