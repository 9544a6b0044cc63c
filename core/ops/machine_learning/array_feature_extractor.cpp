// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::array_feature_extractor {

namespace {

// Chosen places of the last axis; a vector counts as one row.
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ir::TensorType type(in->dtype);
    if (in->shape) {
        if (in->shape->empty()) return badInput(say("the input is a scalar where [..., F] is expected"));
        type.shape = in->shape->size() == 1 ? std::vector<ir::Dim>{1, 1} : *in->shape;
        ir::Dim count;
        if (indices->shape) {
            count = ir::Dim(1);
            for (const ir::Dim& dim : *indices->shape)
                count = multiplyDims(count, dim);
        }
        type.shape->back() = count;
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto chosen, operand(context, 1));
    ir::Dims dims = in->dims();
    if (dims.empty()) return badInput(say("the input is a scalar where [..., F] is expected"));
    const std::int64_t width = dims.back();
    ASSIGN_OR_RETURN(const auto places, indicesWithin(context, *chosen, width));
    if (dims.size() == 1) dims.insert(dims.begin(), 1);
    dims.back() = static_cast<std::int64_t>(places.size());
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, in->dtype(), dims));
    std::int64_t base = 0;
    for (std::int64_t to = 0; to < sink.elements(); base += width)
        for (const std::int64_t place : places)
            sink.copy(to++, *in, base + place);
    return sink.finish();
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "ArrayFeatureExtractor",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::array_feature_extractor
