// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

#include <algorithm>

namespace edgewright::ops::crop {

namespace {

// Experimental in ONNX before opset 9: border = left, top, right, bottom; or scale = height, width from left,
// top on.
struct Window {
    std::int64_t left = 0, top = 0, height = 0, width = 0;
};

Result<Window> windowOf(const ir::Node& node, std::int64_t height, std::int64_t width) {
    const auto border = node.ints("border");
    const auto scale = node.ints("scale");
    if (border.size() != 4) return badInput(say("border has {1} entries instead of 4", border.size()));
    for (const std::int64_t entry : border)
        if (entry < 0 || entry > std::max(height, width)) return badInput(say("border exceeds the image"));
    Window window{border[0], border[1], height - border[1] - border[3], width - border[0] - border[2]};
    if (scale.size() == 2) {
        window.height = scale[0];
        window.width = scale[1];
    }
    if (window.height < 1 || window.width < 1 || window.height > height - window.top ||
        window.width > width - window.left)
        return badInput(say("the window does not lie inside an image of {1} x {2}", height, width));
    return window;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*in, 4, say("input {1}", 0)));
    ir::TensorType type = *in;
    if (ranked) {
        auto& shape = *type.shape;
        if (shape[2].known() && shape[3].known()) {
            ASSIGN_OR_RETURN(const auto window, windowOf(context.node(), shape[2].value(), shape[3].value()));
            shape[2] = ir::Dim(window.height);
            shape[3] = ir::Dim(window.width);
        } else {
            shape[2] = shape[3] = ir::Dim();
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (in->rank() != 4)
        return badInput(say("input {1} is {2} where {3} axes are expected", 0, in->type().text(), 4));
    ir::Dims dims = in->dims();
    ASSIGN_OR_RETURN(const auto window, windowOf(context.node(), dims[2], dims[3]));
    const auto strides = rowMajorStrides(dims);
    const std::int64_t base = window.top * dims[3] + window.left;
    dims[2] = window.height;
    dims[3] = window.width;
    return gatherByStrides(context, 0, *in, dims, dims, strides, base);
}

} // namespace

extern const Operator entry{
    .name = "Crop",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .isUnofficial = true,
};

} // namespace edgewright::ops::crop
