// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/float_reference.h"

#include "core/base/propagate.h"
#include "core/exec/program.h"

namespace edgewright::pipeline {

Result<FloatReference> floatReference(const Typed& typed, const NextLabelledFeeds& samples,
                                      const std::vector<ValueId>& tensors, const RunContext& run) {
    const auto bytesOf = [](const ir::Tensor& tensor) {
        return static_cast<std::int64_t>(tensor.bytes().size());
    };
    exec::Program program(*typed.graph, typed.opened->model->opsets);
    exec::RunOptions options;
    options.timeNodes = false;
    options.capture = tensors;
    FloatReference reference;
    std::int64_t outputBytes = 0, tensorBytes = 0;
    while (true) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(auto sample, samples());
        if (!sample) break;
        ASSIGN_OR_RETURN(auto result, program.run(sample->feeds, options, {run.stop, nullptr}));
        if (result.outputs.empty()) return badInput("the model has no outputs");
        FloatReference::Sample kept{std::move(sample->name), sample->label, std::move(result.outputs), {}};
        for (const ir::Tensor& output : kept.outputs)
            outputBytes += bytesOf(output);
        if (outputBytes > FloatReference::OutputLimitBytes)
            return outOfMemory("the outputs of all samples", outputBytes, FloatReference::OutputLimitBytes);
        for (const auto& [value, tensor] : result.captured)
            tensorBytes += bytesOf(tensor);
        if (tensorBytes <= FloatReference::TensorLimitBytes) {
            kept.tensors = std::move(result.captured);
            ++reference.withTensors;
        } else {
            options.capture.clear();
        }
        reference.samples.push_back(std::move(kept));
    }
    if (reference.samples.empty()) return badInput("there are no inputs to compare on");
    return reference;
}

} // namespace edgewright::pipeline
