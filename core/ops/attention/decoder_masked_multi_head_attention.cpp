// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a decoder with its cache, as com.microsoft writes beam search: its shapes and its work. It cannot
// run.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/attention/attention_heads.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::decoder_masked_multi_head_attention {

namespace {

constexpr std::size_t Query = 0, Key = 1, Value = 2, PastKey = 5, PastValue = 6;

const ir::TensorType* given(const ir::Node& node, Types inputs, std::size_t index) {
    return node.hasInput(index) && index < inputs.size() && inputs[index].shape ? &inputs[index] : nullptr;
}

// Queries [batch, rows, width]; keys and values alike, or of another network as [batch, heads, columns, size].
// Without keys the three are packed into the queries.
Result<AttentionShape> shapeOf(const ir::Node& node, Types inputs) {
    ASSIGN_OR_RETURN(const auto heads, headsOf(node));
    AttentionShape shape;
    shape.heads = shape.keyHeads = ir::Dim(heads);
    shape.past = ir::Dim(0);
    const auto sizeOf = [&](const ir::TensorType& type, std::int64_t parts) -> Result<ir::Dim> {
        const ir::Dim& width = type.shape->back();
        if (type.shape->size() == 4) return width;
        if (width.known() && width.value() % (heads * parts) != 0)
            return badInput(
                say("an input is {1}, which does not split into {2} heads", type.text(), heads * parts));
        return ir::floorDivide(width, ir::Dim(heads * parts));
    };
    for (const std::size_t index : {Query, Key, Value, PastKey, PastValue})
        if (const ir::TensorType* type = given(node, inputs, index)) {
            const std::size_t rank = type->shape->size();
            if (index == Query || index >= PastKey ? rank != (index == Query ? 3 : 4) : rank != 3 && rank != 4)
                return badInput(say("input {1} is {2}, which has other axes", index, type->text()));
        }
    if (const ir::TensorType* query = given(node, inputs, Query)) {
        shape.batch = (*query->shape)[0];
        shape.rows = shape.columns = (*query->shape)[1];
        ASSIGN_OR_RETURN(shape.headSize, sizeOf(*query, node.hasInput(Key) ? 1 : 3));
        if (!node.hasInput(Key)) shape.valueSize = shape.headSize;
    }
    if (const ir::TensorType* key = given(node, inputs, Key); key && key->shape->size() == 4)
        shape.columns = (*key->shape)[2];
    if (const ir::TensorType* value = given(node, inputs, Value)) {
        ASSIGN_OR_RETURN(shape.valueSize, sizeOf(*value, 1));
    }
    if (const ir::TensorType* past = given(node, inputs, PastKey)) {
        shape.past = (*past->shape)[2];
        const bool shares = node.intOr("past_present_share_buffer", 0) != 0;
        shape.columns = shares ? shape.past : ir::plus(shape.past, shape.columns);
    }
    return shape;
}

Result<void> infer(InferContext& context) {
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto query, operand(context, Query));
    std::vector<ir::TensorType> inputs;
    for (std::size_t i = 0; i <= PastValue; ++i)
        inputs.push_back(context.input(i) ? *context.input(i) : ir::TensorType());
    ASSIGN_OR_RETURN(const auto shape, shapeOf(node, inputs));
    if (!query->shape) return {};
    const ir::DataType type = query->dtype;
    const ir::Dim width = ir::times(shape.valueSize, shape.heads);
    context.setOutput(0, {type, std::vector<ir::Dim>{shape.batch, shape.rows, width}});
    const std::array sizes{shape.headSize, shape.valueSize};
    for (std::size_t i = 0; i < sizes.size() && node.hasInput(PastKey); ++i)
        if (node.output(i + 1).valid())
            context.setOutput(i + 1,
                              {type, std::vector<ir::Dim>{shape.batch, shape.heads, shape.columns, sizes[i]}});
    return {};
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto shape, shapeOf(node, inputs));
    return attentionProducts(std::optional(shape));
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "DecoderMaskedMultiHeadAttention",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
};

} // namespace edgewright::ops::decoder_masked_multi_head_attention
