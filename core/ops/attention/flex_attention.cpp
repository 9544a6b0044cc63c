// SPDX-License-Identifier: GPL-3.0-or-later
// Attention whose scores and probabilities go through graphs of the model: score_mod before the softmax,
// prob_mod after it. Both map [batch, heads, rows, columns] to itself.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/attention/attention_heads.h"
#include "core/ops/operands/operands.h"
#include "core/ops/product/product.h"

#include <cmath>

namespace edgewright::ops::flex_attention {

namespace {

Result<std::optional<AttentionShape>> shapeOf(const ir::TensorType& query, const ir::TensorType& key,
                                              const ir::TensorType& value) {
    if (query.shape && query.shape->size() != 4)
        return badInput(say("the query is {1} where 4 axes are expected", query.text()));
    return attentionShape(query, key, value, nullptr, nullptr, 0, 0);
}

// What the softmax and both graphs compute in: softmax_precision, else the query's type with halves as float32.
Result<ir::DataType> precisionOf(const ir::Node& node, ir::DataType query) {
    const std::int64_t number = node.intOr("softmax_precision", 0);
    if (number == 0) return query == ir::DataType::Float64 ? query : ir::DataType::Float32;
    const auto type = ir::dataTypeFromOnnx(number);
    if (type && (*type == ir::DataType::Float32 || *type == ir::DataType::Float64)) return *type;
    if (type && ir::isFloating(*type)) return ir::DataType::Float32;
    return badInput(say("softmax_precision is {1}, which names no floating-point type", number));
}

Result<void> infer(InferContext& context) {
    std::array<const ir::TensorType*, 3> in{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(in[i], operand(context, i));
    }
    ASSIGN_OR_RETURN(const auto shape, shapeOf(*in[0], *in[1], *in[2]));
    ASSIGN_OR_RETURN(const auto precision, precisionOf(context.node(), in[0]->dtype));
    ir::TensorType out(in[0]->dtype);
    if (const auto& s = shape) {
        out.shape = {s->batch, s->heads, s->rows, s->valueSize};
        const ir::TensorType scores(precision, std::vector<ir::Dim>{s->batch, s->heads, s->rows, s->columns});
        for (const char* name : {"score_mod", "prob_mod"})
            if (const auto graph = context.node().graph(name))
                if (auto inner = context.inferSubgraph(*graph, std::array{scores}); !inner)
                    return std::move(inner).error().within(name);
    }
    context.setOutput(0, std::move(out));
    return {};
}

// `scores` through the graph of this name, if the node has it.
Result<ir::Tensor> modify(KernelContext& context, const char* name, ir::Tensor scores) {
    const auto graph = context.node().graph(name);
    if (!graph) return scores;
    const ir::TensorType type = scores.type();
    std::vector<ir::Tensor> inputs;
    inputs.push_back(std::move(scores));
    auto outputs = context.runSubgraph(*graph, std::move(inputs));
    if (!outputs) return std::move(outputs).error().within(name);
    if (outputs->size() != 1 || outputs->front().type() != type || !outputs->front().hasData())
        return badInput(say("{1} does not map {2} to itself", name, type.text()));
    return std::move(outputs->front());
}

template <typename T>
Result<void> compute(KernelContext& context, const AttentionExtents& e,
                     const std::array<const ir::Tensor*, 3>& in, ir::DataType type) {
    std::array<ir::Tensor, 3> held;
    for (std::size_t i = 0; i < held.size(); ++i) {
        ASSIGN_OR_RETURN(held[i], elementsAs<T>(context, *in[i]));
    }
    const auto rows = [&](std::size_t i, std::int64_t head) {
        const ir::Dims& dims = held[i].dims();
        return std::as_const(held[i]).template as<T>().data() + head * dims[2] * dims[3];
    };
    ASSIGN_OR_RETURN(ir::Tensor scores,
                     context.scratchTensor(ir::dataTypeOf<T>(), {e.batch, e.heads, e.rows, e.columns}));
    ASSIGN_OR_RETURN(auto result,
                     ConvertedOutput<T>::make(context, 0, type, {e.batch, e.heads, e.rows, e.valueSize}));
    ASSIGN_OR_RETURN(const auto scratch,
                     context.scratchOf<float>(std::max(multiplyScratch<T>(e.rows, e.columns, e.headSize),
                                                       multiplyScratch<T>(e.rows, e.valueSize, e.columns))));
    const T standard = 1 / std::sqrt(static_cast<T>(std::max<std::int64_t>(e.headSize, 1)));
    const T scale =
        context.node().find("scale") ? static_cast<T>(context.node().floatOr("scale", 0)) : standard;
    const std::int64_t shared = e.heads / e.keyHeads;
    const std::int64_t heads = scores.elements() == 0 && result.data().empty() ? 0 : e.batch * e.heads;
    const auto keyHead = [&](std::int64_t head) {
        return head / e.heads * e.keyHeads + head % e.heads / shared;
    };
    const std::int64_t plane = e.rows * e.columns;
    const auto all = scores.as<T>();
    for (std::int64_t head = 0; head < heads; ++head) {
        if (context.run().stopped()) return cancelled();
        multiply<T>({rows(0, head), e.headSize, false}, {rows(1, keyHead(head)), e.headSize, true}, e.rows,
                    e.columns, e.headSize, all.data() + head * plane, e.columns, scratch.data());
    }
    for (T& score : all)
        score *= scale;
    {
        ASSIGN_OR_RETURN(const auto modified, modify(context, "score_mod", scores));
        if (const auto from = modified.template as<T>(); from.data() != all.data())
            std::ranges::copy(from, all.begin());
    }
    const auto columns = static_cast<std::size_t>(e.columns);
    for (std::size_t at = 0; at < all.size(); at += columns)
        softmaxRow(all.subspan(at, columns));
    ASSIGN_OR_RETURN(const auto weights, modify(context, "prob_mod", scores));
    for (std::int64_t head = 0; head < heads; ++head) {
        if (context.run().stopped()) return cancelled();
        multiply<T>({weights.template as<T>().data() + head * plane, e.columns, false},
                    {rows(2, keyHead(head)), e.valueSize, false}, e.rows, e.valueSize, e.columns,
                    result.data().data() + head * e.rows * e.valueSize, e.valueSize, scratch.data());
    }
    result.finish();
    return {};
}

Result<void> run(KernelContext& context) {
    std::array<const ir::Tensor*, 3> in{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(in[i], floatOperand(context, i));
    }
    ASSIGN_OR_RETURN(const auto shape, shapeOf(in[0]->type(), in[1]->type(), in[2]->type()));
    ASSIGN_OR_RETURN(const auto extents, knownExtents(shape));
    const ir::DataType type = in[0]->dtype();
    ASSIGN_OR_RETURN(const auto precision, precisionOf(context.node(), type));
    if (precision == ir::DataType::Float64) return compute<double>(context, extents, in, type);
    return compute<float>(context, extents, in, type);
}

Result<MatrixProducts> products(const ir::Node&, Types inputs, Types) {
    if (inputs.size() < 3) return badInput(say("query, key or value is missing"));
    return attentionProducts(shapeOf(inputs[0], inputs[1], inputs[2]));
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.preview",
    .name = "FlexAttention",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .run = run,
};

} // namespace edgewright::ops::flex_attention
