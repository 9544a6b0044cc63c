// SPDX-License-Identifier: GPL-3.0-or-later
// A quantized model as a file that other runtimes load. What is judged is what was written, read back and run.
#pragma once

#include "core/ir/feeds/feeds.h"
#include "core/pipeline/quantization/computable_part.h"
#include "core/pipeline/study.h"

#include <filesystem>

namespace edgewright::pipeline {

enum class QuantizedForm {
    Nodes,            // the graph as it is: pairs of QuantizeLinear and DequantizeLinear, or integer operators
    IntegerOperators, // integerOperators() of it
};

// `quantized` was made of the part of `whole` that runs.
struct QuantizedPart {
    const Typed& quantized;
    const Typed& whole;
    const ComputablePart& part;
};

// Writes the quantized graph with the dimensions open that its model leaves open, and what cannot run as it
// was. `sample` has a tensor for each input. Internal where the file, read back, has other inputs and outputs
// or other results on the sample; it is there then, for the caller to put it in its place or not.
Result<void> writeQuantized(const QuantizedPart& made, QuantizedForm form, const ir::Feeds& sample,
                            const std::filesystem::path& file, const RunContext& run = {});

// The same of a model all of which runs, and `file` is as it was where anything is wrong.
Result<void> saveQuantized(const Typed& quantized, QuantizedForm form, const ir::Feeds& sample,
                           const std::filesystem::path& file, const RunContext& run = {});

} // namespace edgewright::pipeline
