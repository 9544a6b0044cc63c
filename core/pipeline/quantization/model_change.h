// SPDX-License-Identifier: GPL-3.0-or-later
// Two models of the same inputs and outputs on the same samples: how far the second one is from the first.
#pragma once

#include "core/dataset/sample_set.h"
#include "core/exec/executor.h"
#include "core/measure/statistics.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/output_parts.h"
#include "core/table/column.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::pipeline {

// Inputs with what they should be recognised as.
struct LabelledFeeds {
    ir::Feeds feeds;
    std::string name = {};
    // Index of the element of the first output that should be the largest.
    std::optional<std::int64_t> label = {};
};

// One after the other; empty behind the last one.
using NextLabelledFeeds = std::function<Result<std::optional<LabelledFeeds>>()>;

// The feeds of the set from `first` to before `end`. The set must outlive what is returned.
NextLabelledFeeds labelledFeeds(const dataset::SampleSet& samples, std::size_t first, std::size_t end,
                                const RunContext& run = {});
NextLabelledFeeds labelledFeeds(const dataset::SampleSet& samples, const RunContext& run = {});

// The largest element of the model's first output; -1 where it names no class (topOf).
struct Int8Sample {
    std::string name; // "12" without a given one: its place, from 0
    std::optional<std::int64_t> label;
    std::int64_t fp32Top = -1, int8Top = -1;
};

// So many of all samples, one or more.
struct CountedShare {
    std::size_t count = 0, all = 1;
    double share() const { return static_cast<double>(count) / static_cast<double>(all); }
    // The shares of all inputs like these that agree with such a count, with 95 % confidence.
    measure::Interval interval() const { return measure::shareInterval(count, all); }
    // "93.8 % (85–98 %, 64 samples)"
    std::string text() const;
    std::string ends() const; // "85–98 %"
};

// As cells of tables; nothing where there is no share.
table::Cell lowOf(const std::optional<CountedShare>& share);
table::Cell highOf(const std::optional<CountedShare>& share);
table::Cell endsOf(const std::optional<CountedShare>& share);

struct TopCounts {
    std::size_t samples = 0, agreed = 0, labelled = 0;
    std::size_t fp32Right = 0, int8Right = 0; // of the labelled ones
    std::size_t unclassed = 0;                // of the samples: their outputs name no class

    void add(const TopCounts& other); // of other samples
    void add(const std::optional<std::int64_t>& label, std::int64_t fp32Top, std::int64_t int8Top); // of one
    // Shares of the labelled samples; empty without any.
    std::optional<CountedShare> rightFp32() const;
    std::optional<CountedShare> rightInt8() const;
    // A share of the samples; empty without any, and where some name no class.
    std::optional<CountedShare> agreeing() const;
    std::optional<double> accuracyFp32() const;
    std::optional<double> accuracyInt8() const;
    std::optional<double> agreement() const; // 1 without a sample
    // rightInt8(), without labels agreeing().
    std::optional<CountedShare> int8Share() const { return labelled > 0 ? rightInt8() : agreeing(); }
};

TopCounts countTops(std::span<const Int8Sample> samples);

struct Int8Part {
    OutputPart place;
    double sqnrDb = 0, maxAbsError = 0;
    bool hasSignal = true; // false: float32 has nothing but zeros there
    SampleSpread spread = {};
};

struct Int8Output {
    std::string name;
    double sqnrDb = 0; // all layers in INT8, errors accumulated
    double maxAbsError = 0;
    bool hasSignal = true;
    std::size_t axis = 0;             // of the parts
    std::vector<Int8Part> parts = {}; // output_parts.h
    SampleSpread spread = {};
};

// The output, or the part of one, with the lowest SQNR of those that have a signal.
struct WeakestOutput {
    std::string name; // "boxes", "output0 (channels 4 to 8)"; empty: the model has one output of one quantity
    double sqnrDb = 0;
    SampleSpread spread = {};
    std::size_t outputs = 1; // of the model
    bool isPart = false;     // of an output

    // "boxes (the worst of 2 outputs)", "output0 (channels 4 to 8)", "the output".
    std::string place() const;
    // " at boxes" to follow an SQNR among several; empty: no other output could be meant.
    std::string behind() const;
};
WeakestOutput weakestOf(std::span<const Int8Output> outputs); // 0 dB of none
std::string weakestName(std::span<const Int8Output> outputs); // of the only output, too; empty: there is none

// One sample on which models are compared in pairs (told_apart.h).
struct SampleChange {
    double sqnrDb = 0; // the lowest of all outputs and parts of outputs that have a signal; infinity: of none
    bool isRight = false, isAgreed = false; // as TopCounts counts the second model
    std::string name = {};                  // Int8Sample::name
    std::string output = {};                // that sqnrDb is of, it or a part of it
    // Likewise, of all but the first output as a whole.
    double othersSqnrDb = std::numeric_limits<double>::infinity();
};

struct ModelChange {
    std::vector<Int8Output> outputs; // by place; named as in the first model
    TopCounts tops;                  // "fp32": of the first model, "int8": of the second one
    std::vector<SampleChange> samples;
    double outputSqnrDb() const { return weakest().sqnrDb; }
    WeakestOutput weakest() const { return weakestOf(outputs); }
    std::string weakestName() const { return pipeline::weakestName(outputs); }
    // The lowest SQNR but that of the first output as a whole, for which `tops` can speak; infinity: there is
    // no other.
    double othersSqnrDb() const;
    // The sample with the lowest SQNR: what a loud one hides in the figures of all. Null: none has a finite
    // one.
    const SampleChange* worstSample() const;
    // "-39.60 dB at y in sample face_1": of that sample, to stand before the figure of all. Empty of fewer than
    // two.
    std::string worstSampleText() const;
};

// Adds up to one, a sample at a time.
class ChangeSums {
public:
    // The first `outputs` of the first model.
    ChangeSums(const ir::Graph& first, std::size_t outputs);
    // At least so many of both. `name`: of the sample; without one it is its place.
    void add(const std::optional<std::int64_t>& label, std::span<const ir::Tensor> first,
             std::span<const ir::Tensor> second, const std::string& name = {});
    std::size_t samples() const { return m_tops.samples; }
    ModelChange change() const;

private:
    std::vector<std::string> m_names;
    std::vector<ErrorSums> m_sums;
    std::vector<PartSums> m_parts; // by output
    TopCounts m_tops;
    std::vector<SampleChange> m_samples;
};

// "output0 (channels 4 to 8)", "cat_11 (position 16)": a part of another axis than 1, which has one place.
std::string partText(const Int8Output& output, const Int8Part& part);

// One sample at a time. Inputs are those of `first`, which `second` has under the same ids. BadInput without
// samples; errors of `samples` are passed on.
Result<ModelChange> modelChange(const ir::Graph& first, const ir::Opsets& firstOpsets, const ir::Graph& second,
                                const ir::Opsets& secondOpsets, const NextLabelledFeeds& samples,
                                const RunContext& run = {});

} // namespace edgewright::pipeline
