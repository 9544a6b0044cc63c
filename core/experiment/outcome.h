// SPDX-License-Identifier: GPL-3.0-or-later
// The result of one cell: a value that is never changed, and a line of a file.
#pragma once

#include "core/base/result.h"
#include "core/experiment/axes.h"
#include "core/measure/statistics.h"
#include "core/table/column.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace edgewright::experiment {

// Empty: not known. A member is a line in numbers() (outcome.cpp), and nothing more.
struct Numbers {
    // Measured: the interval is that of device::VariantRecord::summary(), the ratio that to the reference of
    // the model (CellRun), which ran in turn with it. Below 1: faster.
    std::optional<double> milliseconds, lowMilliseconds, highMilliseconds, perSecond;
    std::optional<std::int64_t> runs;
    std::optional<double> ratio, lowRatio, highRatio;
    std::optional<double> referenceMilliseconds; // its own median, as it ran in turn
    std::optional<std::int64_t> measuredPeakBytes;
    // Planned: of pipeline::MemoryStudy::Row.
    std::optional<std::int64_t> peakBytes, sumBytes, lowerBoundBytes, fragmentationBytes, largestBytes;
    std::optional<std::int64_t> peakStep, steps, allocations, calls;
    std::optional<std::int64_t> trafficBytes;              // fusion::runCost()
    std::optional<std::int64_t> weightBytes;               // device::weightBytesOf()
    std::optional<std::int64_t> products, integerProducts; // of pipeline::QuantizedNetwork
    std::optional<std::int64_t> right, labelled;
    std::optional<std::int64_t> cycles;    // predicted, on the accelerator
    std::optional<std::int64_t> wordBytes; // of the accelerator, that it computes any codes in
    std::optional<double> energy;          // in Outcome::energyUnit
    std::optional<double> predictedMilliseconds;
    friend bool operator==(const Numbers&, const Numbers&) = default;
};

struct Number {
    table::Head head; // the key is that of files
    std::optional<double> Numbers::*real = nullptr;
    std::optional<std::int64_t> Numbers::*whole = nullptr; // null: it is `real`
    // The ends of its interval, numbers as well; null: it has none.
    std::optional<double> Numbers::*low = nullptr;
    std::optional<double> Numbers::*high = nullptr;
    double confidence = 0.95; // of that interval

    table::Cell of(const Numbers& numbers) const {
        return whole ? table::Cell(numbers.*whole) : table::Cell(numbers.*real);
    }
};
std::span<const Number> numbers();
bool isEndOfInterval(const Number& number); // of another one
// BadInput, with the nearest key that there is.
Result<const Number*> numberNamed(std::string_view key);

struct Outcome {
    Choices choices;
    // Fingerprints of the model's file, of settingsText() and of the accelerator: the result holds for these.
    std::string model, settings, accelerator;
    std::string date;                        // "2026-11-23T04:10:00Z"
    std::string machine;                     // measure::Machine::text() of where it was measured
    std::string error;                       // why there is none; empty: there is
    std::optional<measure::Verdict> verdict; // on Numbers::ratio; empty: the cell is the reference
    std::string energyUnit;                  // "pJ"
    std::string whyInFloat;                  // of pipeline::QuantizedNetwork
    std::string whileMeasured;               // device::loadText(); empty: nothing is to be told
    Numbers numbers;

    bool isFailed() const { return !error.empty(); }
    // The same result would come of it.
    bool isOfSame(const Outcome& other) const {
        return choices == other.choices && model == other.model && settings == other.settings &&
               accelerator == other.accelerator;
    }
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// That of Numbers::energy, by the table of the accelerator (cost/energy).
table::Unit unitOfEnergy(const Outcome& outcome);

// One line of JSON, without its end.
std::string outcomeLine(const Outcome& outcome);
// BadInput, with `place` before it, for a line that is cut or damaged. Keys that are not known are passed over:
// a later version wrote them.
Result<Outcome> outcomeFrom(std::string_view line, const std::string& place);

std::string_view keyOf(measure::Verdict verdict); // "faster"
const char* titleOf(measure::Verdict verdict);    // TRANSLATABLE("Word", ...)

} // namespace edgewright::experiment
