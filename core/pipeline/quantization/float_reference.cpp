// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/float_reference.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/program.h"

namespace edgewright::pipeline {

Result<void> FloatReference::add(Sample sample) {
    if (sample.outputs.empty()) return badInput(say("the model has no outputs"));
    const auto sizeOf = [](const ir::Tensor& tensor) {
        return static_cast<std::int64_t>(tensor.bytes().size());
    };
    for (const ir::Tensor& output : sample.outputs)
        outputBytes += sizeOf(output);
    if (outputBytes > OutputLimitBytes)
        return outOfMemory(say("the outputs of all samples"), outputBytes, OutputLimitBytes);
    for (const auto& [value, tensor] : sample.tensors)
        tensorBytes += sizeOf(tensor);
    if (tensorBytes <= TensorLimitBytes)
        ++withTensors;
    else
        sample.tensors.clear();
    samples.push_back(std::move(sample));
    return {};
}

Result<FloatReference> floatReference(const Typed& typed, const NextLabelledFeeds& samples,
                                      const std::vector<ValueId>& tensors, const RunContext& run) {
    exec::Program program(*typed.graph, typed.opened->model->opsets);
    exec::RunOptions options;
    options.capture = tensors;
    FloatReference reference;
    while (true) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(auto sample, samples());
        if (!sample) break;
        ASSIGN_OR_RETURN(auto result, program.run(sample->feeds, options, {run.stop, nullptr}));
        RETURN_IF_ERROR(reference.add(
            {std::move(sample->name), sample->label, std::move(result.outputs), std::move(result.captured)}));
        if (reference.withTensors < reference.samples.size()) options.capture.clear();
    }
    if (reference.samples.empty()) return badInput(say("there are no inputs to compare on"));
    return reference;
}

} // namespace edgewright::pipeline
