// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

#include <algorithm>

namespace edgewright::ops::feature_vectorizer {

namespace {

// inputdimensions names the width of each input; an input that is wider is cut, a narrower one filled with
// zeros.
Result<std::vector<std::int64_t>> declaredWidths(const ir::Node& node) {
    auto widths = node.ints("inputdimensions");
    if (!widths.empty() && widths.size() != node.inputs.size())
        return badInput(say("inputdimensions has {1} entries where there are {2} inputs", widths.size(),
                            node.inputs.size()));
    for (const std::int64_t width : widths)
        if (width < 0) return badInput(say("inputdimensions holds {1}", width));
    return widths;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto widths, declaredWidths(context.node()));
    ir::Dim rows;
    ir::Dim total(0);
    for (std::size_t i = 0; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        const auto& shape = in->shape;
        if (shape && shape->size() != 1 && shape->size() != 2)
            return badInput(say("input {1} is {2} where [N,C] or [C] is expected", i, in->text()));
        total = addDims(total, !widths.empty() ? ir::Dim(widths[i]) : shape ? shape->back() : ir::Dim());
        if (shape && !rows.known()) rows = shape->size() == 1 ? ir::Dim(1) : shape->front();
    }
    context.setOutput(0, {ir::DataType::Float32, std::vector<ir::Dim>{rows, total}});
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(auto widths, declaredWidths(context.node()));
    const bool declared = !widths.empty();
    std::int64_t rows = 1;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        const ir::Dims& dims = in->dims();
        const std::int64_t count = dims.size() == 2 ? dims.front() : 1;
        if (i == 0) rows = count;
        if (dims.empty() || dims.size() > 2 || count != rows || in->dtype() == ir::DataType::String)
            return badInput(
                say("input {1} is {2} where numbers in [{3},C] are expected", i, in->type().text(), rows));
        if (!declared) widths.push_back(dims.back());
        total = checkedAdd(total, widths[i]).value_or(-1);
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, {rows, total}));
    const auto result = out.as<float>();
    std::ranges::fill(result, 0.0f);
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        const ir::Tensor& in = *context.input(i);
        const std::int64_t width = in.dims().back();
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t k = 0; k < std::min(width, widths[i]); ++k)
                result[static_cast<std::size_t>(row * total + offset + k)] =
                    static_cast<float>(ir::elementAsDouble(in, row * width + k));
        offset += widths[i];
    }
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "FeatureVectorizer",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::feature_vectorizer
