// SPDX-License-Identifier: GPL-3.0-or-later
// The steps by which one output of a layer is computed, in words and numbers.
#pragma once

#include "core/quant/layer/value_trace.h"
#include "views/support/quantity.h"

#include <QString>

#include <vector>

namespace edgewright::views {

// Every term is a step; then come those of the whole sum. Correction: only where the kernel adds in pairs.
enum class ValueStage { Term, Correction, Bias, Multiply, Round, Clamp, Dequantize };

std::size_t stepCount(const quant::ValueTrace& trace);
ValueStage stageOf(const quant::ValueTrace& trace, std::size_t step);
std::size_t stepOf(const quant::ValueTrace& trace, ValueStage stage); // of a term: the last one

inline QString realText(double value, int digits = 4) { return significant(value, digits); }
QString signedText(double value, int digits = 3); // "+0.0021"
QString stepsText(double steps);                  // "−0.326": steps of the output, which are about 1
QString powerOfTwo(int exponent);                 // "2³⁸"
QString indexText(const std::vector<std::int64_t>& coordinates); // "[0, 3, 12, 7]"

QString stepTitle(const quant::ValueTrace& trace,
                  std::size_t step); // "Term 5 of 45 · input channel 3, kernel [1, 2]"
// "x = 37 − 12 = 25, w = −14, product −350, sum 1 204 → 854"
QString stepText(const quant::ValueTrace& trace, std::size_t step);

// The signed part of an output's error, in real numbers, that one step of the arithmetic adds; all of them sum
// to the error (quant::ValueTrace::total).
struct ErrorContribution {
    QString name;
    QChar letter; // the second carrier beside its colour
    double value = 0;
    bool main = false; // listed even where it is 0
};
// In the order of the data path.
std::vector<ErrorContribution> errorContributions(const quant::ErrorParts& parts, bool hasBias);

// All of it but for the single terms, a line for each step: for the clipboard.
QString traceText(const quant::ValueTrace& trace);

} // namespace edgewright::views
