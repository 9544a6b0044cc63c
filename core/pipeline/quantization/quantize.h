// SPDX-License-Identifier: GPL-3.0-or-later
// A float32 model quantized as a whole: folded as a target would fold it, calibrated on real inputs, with pairs
// of QuantizeLinear and DequantizeLinear. What comes out is a model like any other: to be fused (into integer
// kernels), planned, measured and written.
#pragma once

#include "core/dataset/sample_set.h"
#include "core/exec/executor.h"
#include "core/pipeline/quantization/kept_weights.h"
#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/study.h"
#include "core/quant/calibration/range_method.h"
#include "core/quant/dynamic/quantize_dynamic.h"
#include "core/quant/qdq/insert_qdq.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace edgewright::pipeline {

struct Typed;

struct QuantizeOptions {
    quant::QdqOptions codes;
    std::set<std::string> inFloat; // labels of nodes that stay in float32
    bool folds = true; // first by the rules that leave standard operators: batch norms into convolutions, ...
    std::string method{quant::DefaultRangeMethod}; // quant::rangeMethods()
    quant::RangeOptions ranges;                    // what the codes are is said by `codes`: rangeOptions()
};

// `ranges` for the codes of `codes`.
quant::RangeOptions rangeOptions(const QuantizeOptions& options);

using CalibrationStatistics = std::map<ValueId, quant::TensorStatistics>;

// An input of the model whose samples differ in range: the codes that hold the widest leave few to the
// narrowest.
struct UnlikeInputs {
    static constexpr double Ratio = 16; // of the widest to the narrowest, from which on it is told

    std::string input, widest, narrowest;       // names of the input and of the two samples
    double widestValue = 0, narrowestValue = 0; // the largest magnitude in each; above 0

    double ratio() const { return widestValue / narrowestValue; }
    // "input reaches 255 in face_1 and 0.9 in face_0, 280 times less: ..."
    std::string text() const;
};

// The result of one run of the data, for any number of ways to quantize: codes, granularities, methods, and
// which nodes stay in float32.
struct Calibration {
    std::shared_ptr<const ir::Graph> given; // before it was folded
    std::shared_ptr<const Typed> folded;    // in float32: what was run
    // Statistics of every tensor that a quantizable node reads or writes. Values that are not finite are
    // counted there and have no part in a range.
    std::shared_ptr<const CalibrationStatistics> statistics;
    std::size_t samples = 0;
    std::optional<UnlikeInputs> unlike = {}; // the input with the largest ratio
};

struct Quantized {
    std::shared_ptr<const Typed> folded; // in float32: what was calibrated
    std::shared_ptr<const Typed> typed;  // with the pairs
    quant::QdqGraph details;             // without the graph, which is in `typed`; has the ranges chosen
    std::vector<KeptWeights> kept;       // those beside their codes are in details.weightBytesAfter
    std::shared_ptr<const CalibrationStatistics> statistics; // that they were chosen by
    std::size_t samples = 0;                                 // that it was calibrated on
};

// Inputs, one after the other; empty behind the last one.
using NextFeeds = std::function<Result<std::optional<ir::Feeds>>()>;
// The feeds of the set, which must outlive what is returned; says how far it is.
NextFeeds feedsOf(const dataset::SampleSet& samples, const RunContext& run = {});

// The first node that reads or writes codes, of ONNX or of ONNX Runtime; null: the graph is in float.
const ir::Node* firstOnCodes(const ir::Graph& graph);
// "the model is quantized already: "q" is QuantizeLinear"; empty: the graph is in float.
std::string quantizedAlreadyText(const ir::Graph& graph);

// Reads of `options` only what changes the graph that runs: `folds`. BadInput for a model on codes, without
// inputs, where one does not fit the model or holds a value that is not finite, and where nothing can be
// quantized; errors name the tensor and say which of the inputs it was, from 0 on.
Result<Calibration> calibrate(const Typed& typed, const NextFeeds& inputs, const QuantizeOptions& options = {},
                              const RunContext& run = {});

// The same on samples, which errors call by their names.
Result<Calibration> calibrate(const Typed& typed, const dataset::SampleSet& inputs,
                              const QuantizeOptions& options = {}, const RunContext& run = {});

// BadInput for a method that there is not, and for a tensor that never had a finite value.
Result<Quantized> quantized(const Calibration& calibration, const QuantizeOptions& options = {},
                            const RunContext& run = {});

// Both at once.
Result<Quantized> quantize(const Typed& typed, const NextFeeds& inputs, const QuantizeOptions& options = {},
                           const RunContext& run = {});
Result<Quantized> quantize(const Typed& typed, const dataset::SampleSet& inputs,
                           const QuantizeOptions& options = {}, const RunContext& run = {});

// With integer operators in place of what stands between the pairs, and nothing else changed: ONNX's QOperator
// form, where ONNX Runtime has such operators.
Result<fusion::History> integerOperators(const Typed& quantized, const RunContext& run = {});

// A model whose products code their inputs in each run (quant/dynamic/quantize_dynamic.h), and what that does
// to it.
struct QuantizedAtRunTime {
    std::shared_ptr<const Typed> folded, typed; // in float32; with the integer operators
    quant::DynamicGraph details;                // without the graph, which is in `typed`
    std::vector<KeptWeights> kept;              // those beside their codes are in details.weightBytesAfter
    ModelChange change;                         // against the model that was given
};

// Errors: of quantizeDynamically and modelChange; Unsupported where the model cannot be raised to DynamicOpset.
Result<QuantizedAtRunTime> quantizeAtRunTime(const Typed& typed, const quant::DynamicOptions& options,
                                             bool folds, const NextLabelledFeeds& samples,
                                             const RunContext& run = {});

} // namespace edgewright::pipeline
