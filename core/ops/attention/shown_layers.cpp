// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft whose shapes are known, and whose work, where it is: on sequences without padding,
// on caches in pages and caches of beams, on floats of eight bits, whole searches for text, and parts that were
// compiled for one device. They cannot run here.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/attention/attention_heads.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/output_type.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace edgewright::ops::shown_layers {

namespace {

constexpr std::size_t TokenOffset = 3, PackedOffset = 4; // of PackedAttention, of PackedMultiHeadAttention

// The width of queries, keys and values of `columns` in all.
Result<std::array<ir::Dim, 3>> widthsOf(const ir::Node& node, const ir::Dim& columns) {
    const auto sizes = node.ints("qkv_hidden_sizes");
    if (sizes.size() == 3)
        return std::array<ir::Dim, 3>{ir::Dim(sizes[0]), ir::Dim(sizes[1]), ir::Dim(sizes[2])};
    if (!columns.known()) return std::array<ir::Dim, 3>{};
    if (columns.value() % 3 != 0)
        return badInput(say("{1} columns are not queries, keys and values", columns.text()));
    const ir::Dim each(columns.value() / 3);
    return std::array<ir::Dim, 3>{each, each, each};
}

Result<void> inferPacked(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 1));
    ASSIGN_OR_RETURN(const auto hasInput, expectRank(*x, 2, say("the input")));
    ASSIGN_OR_RETURN(const auto hasWeight, expectRank(*weight, 2, say("the weight")));
    ASSIGN_OR_RETURN(const auto widths, widthsOf(context.node(), hasWeight ? (*weight->shape)[1] : ir::Dim()));
    context.setOutput(0, {x->dtype, std::vector<ir::Dim>{hasInput ? (*x->shape)[0] : ir::Dim(), widths[2]}});
    return {};
}

// Scores and what they weigh, of sequences as long as the longest one.
Result<void> addAttention(MatrixProducts& products, const ir::Node& node, Types inputs, std::size_t offsets,
                          std::int64_t keys, std::int64_t values) {
    ASSIGN_OR_RETURN(const auto heads, headsOf(node));
    ASSIGN_OR_RETURN(const auto places, extentsOf(inputs, offsets));
    if (places.size() != 2) return badInput(say("token_offset has no two axes"));
    const auto count = checkedMul(places[0], heads);
    if (!count) return badInput(say("the layer is too large"));
    products.push_back({.m = places[1], .n = places[1], .k = keys / heads, .count = *count, .part = "scores"});
    products.push_back(
        {.m = places[1], .n = values / heads, .k = places[1], .count = *count, .part = "values"});
    return {};
}

Result<MatrixProducts> packedProducts(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto x, extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto weight, extentsOf(inputs, 1));
    if (x.size() != 2 || weight.size() != 2) return badInput(say("the input or the weight is no matrix"));
    ASSIGN_OR_RETURN(const auto widths, widthsOf(node, ir::Dim(weight[1])));
    MatrixProducts products{{.m = x[0], .n = weight[1], .k = weight[0], .part = "projection"}};
    RETURN_IF_ERROR(addAttention(products, node, inputs, TokenOffset, widths[0].value(), widths[2].value()));
    return products;
}

// Queries [tokens, width], or all three as [tokens, heads, 3, size].
Result<void> inferPackedHeads(InferContext& context) {
    ASSIGN_OR_RETURN(const auto query, operand(context, 0));
    ir::TensorType out(query->dtype);
    if (query->shape && query->shape->size() == 4) {
        const auto& shape = *query->shape;
        const bool known = shape[1].known() && shape[3].known();
        const auto width = known ? checkedMul(shape[1].value(), shape[3].value()) : std::nullopt;
        out.shape = std::vector<ir::Dim>{shape[0], width ? ir::Dim(*width) : ir::Dim()};
    } else if (const ir::TensorType* value = context.input(2); value && value->shape && query->shape) {
        if (query->shape->size() != 2 || value->shape->size() != 2)
            return badInput(say("queries and values are {1} and {2}", query->text(), value->text()));
        out.shape = std::vector<ir::Dim>{(*query->shape)[0], (*value->shape)[1]};
    }
    context.setOutput(0, std::move(out));
    return {};
}

Result<MatrixProducts> packedHeadsProducts(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto query, extentsOf(inputs, 0));
    MatrixProducts products;
    if (query.size() == 4) {
        const auto width = checkedMul(query[1], query[3]);
        if (!width) return badInput(say("the layer is too large"));
        RETURN_IF_ERROR(addAttention(products, node, inputs, PackedOffset, *width, *width));
        return products;
    }
    ASSIGN_OR_RETURN(const auto value, extentsOf(inputs, 2));
    if (query.size() != 2 || value.size() != 2) return badInput(say("queries and values are no matrices"));
    RETURN_IF_ERROR(addAttention(products, node, inputs, PackedOffset, query[1], value[1]));
    return products;
}

Result<MatrixProducts> workOfTheData(const ir::Node&, Types, Types) {
    return badInput(say("its work depends on the data, so it has no cost"));
}

// Queries [tokens, width] or [batch, rows, width]; without keys all three in one. Caches are inputs 3 and 4,
// and stay where they are.
Result<void> inferCached(InferContext& context) {
    ASSIGN_OR_RETURN(const auto query, operand(context, 0));
    ASSIGN_OR_RETURN(const auto heads, headsOf(context.node()));
    ir::TensorType out = *query;
    if (out.shape && !out.shape->empty() && !context.node().hasInput(1)) {
        const std::int64_t keyHeads = context.node().intOr("kv_num_heads", heads);
        const ir::Dim width = out.shape->back();
        const std::int64_t parts = keyHeads < 1 || keyHeads > heads ? 0 : heads + 2 * keyHeads;
        out.shape->back() = width.known() && parts > 0 ? ir::Dim(width.value() / parts * heads) : ir::Dim();
    }
    context.setOutput(0, std::move(out));
    for (std::size_t i = 1; i < context.node().outputs.size() && i < 3; ++i)
        if (const ir::TensorType* cache = context.input(i + 2)) context.setOutput(i, *cache);
    return {};
}

// Whole searches, with the decoder as a subgraph: sequences [batch, length], or [batch, returned, length] of
// beams.
Result<void> inferSearch(InferContext& context) {
    ASSIGN_OR_RETURN(const auto ids, operand(context, 0));
    const auto one = [&](std::size_t index) {
        const auto known = knownInts(context, index);
        return known && known->size() == 1 && known->front() > 0 ? ir::Dim(known->front()) : ir::Dim();
    };
    std::vector<ir::Dim> shape{ids->shape && !ids->shape->empty() ? (*ids->shape)[0] : ir::Dim()};
    if (context.node().op.ends_with("BeamSearch")) shape.push_back(one(4));
    shape.push_back(one(1));
    context.setOutput(0, {ir::DataType::Int32, std::move(shape)});
    return {};
}

// One step of a decoder: input, weights and bias of all three projections, a mask, and a cache that is written
// where it lies, [2, batch, heads, longest, size].
constexpr std::size_t StepCache = 4;

Result<void> inferStep(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 1));
    ASSIGN_OR_RETURN(const auto cache, operand(context, StepCache));
    ASSIGN_OR_RETURN(const auto hasInput, expectRank(*x, 3, say("the input")));
    ASSIGN_OR_RETURN(const auto hasWeight, expectRank(*weight, 2, say("the weight")));
    RETURN_IF_ERROR(expectRank(*cache, 5, say("the cache")));
    ASSIGN_OR_RETURN(const auto widths, widthsOf(context.node(), hasWeight ? (*weight->shape)[1] : ir::Dim()));
    const auto at = [&](std::size_t axis) { return hasInput ? (*x->shape)[axis] : ir::Dim(); };
    context.setOutput(0, {x->dtype, std::vector<ir::Dim>{at(0), at(1), widths[2]}});
    if (context.node().outputs.size() > 1) context.setOutput(1, *cache);
    return {};
}

Result<MatrixProducts> stepProducts(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto x, extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto weight, extentsOf(inputs, 1));
    ASSIGN_OR_RETURN(const auto cache, extentsOf(inputs, StepCache));
    ASSIGN_OR_RETURN(const auto heads, headsOf(node));
    if (x.size() != 3 || weight.size() != 2 || cache.size() != 5)
        return badInput(say("the input, the weight or the cache has other axes"));
    const auto rows = checkedMul(x[0], x[1]), count = checkedMul(x[0], heads);
    if (!rows || !count) return badInput(say("the layer is too large"));
    return MatrixProducts{{.m = *rows, .n = weight[1], .k = weight[0], .part = "projection"},
                          {.m = x[1], .n = cache[3], .k = cache[4], .count = *count, .part = "scores"},
                          {.m = x[1], .n = cache[4], .k = cache[3], .count = *count, .part = "values"}};
}

// Matrices of any float type, eight bits included.
Result<void> inferFloat8Product(InferContext& context) {
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto type, namedType(node, "dtype", ir::DataType::Float32));
    std::vector<ir::Dim> shape;
    for (const auto& [index, name, outer] : {std::tuple(std::size_t(0), "transA", std::size_t(0)),
                                             std::tuple(std::size_t(1), "transB", std::size_t(1))}) {
        ASSIGN_OR_RETURN(const auto matrix, operand(context, index));
        ASSIGN_OR_RETURN(const auto known, expectRank(*matrix, 2, index == 0 ? "A" : "B"));
        const std::size_t axis = node.intOr(name, 0) != 0 ? 1 - outer : outer;
        shape.push_back(known ? (*matrix->shape)[axis] : ir::Dim());
    }
    context.setOutput(0, {type, std::move(shape)});
    return {};
}

// CausalConvWithState on the tokens of several sequences: [tokens, channels], a weight [channels, 1, kernel],
// where sequences begin, and their states, input 4.
constexpr std::size_t States = 4;

Result<void> inferVaryingConv(InferContext& context) {
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto states, operand(context, States));
    ASSIGN_OR_RETURN(const auto hasInput, expectRank(*x, 2, say("the input")));
    ASSIGN_OR_RETURN(const auto hasStates, expectRank(*states, 3, "initial_state"));
    const std::array types{
        *x, *states,
        ir::TensorType(x->dtype, std::vector<ir::Dim>{
                                     hasStates ? (*states->shape)[0] : ir::Dim(),
                                     ir::Dim(std::max<std::int64_t>(node.intOr("state_update_capacity", 0), 0)),
                                     hasInput ? (*x->shape)[1] : ir::Dim()})};
    for (std::size_t i = 0; i < std::min(types.size(), node.outputs.size()); ++i)
        context.setOutput(i, types[i]);
    return {};
}

Result<MatrixProducts> varyingConvProducts(const ir::Node&, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto x, extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto weight, extentsOf(inputs, 1));
    if (x.size() != 2 || weight.size() != 3) return badInput(say("the input or the weight has other axes"));
    return MatrixProducts{{.m = x[0], .n = 1, .k = weight[2], .count = x[1]}};
}

// A part of a model, compiled for a device: types are those that the file declares.
Result<void> inferNothing(InferContext&) { return {}; }

constexpr Operator row(std::string_view name, InferFunction infer, ProductsFunction products) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Compute,
            .infer = infer,
            .products = products};
}

constexpr std::array Rows{
    row("BeamSearch", inferSearch, workOfTheData),
    row("DecoderMaskedSelfAttention", inferStep, stepProducts),
    row("EPContext", inferNothing, workOfTheData),
    row("GemmFloat8", inferFloat8Product, gemmProducts<0, 1>),
    row("GreedySearch", inferSearch, workOfTheData),
    row("PackedAttention", inferPacked, packedProducts),
    row("PackedMultiHeadAttention", inferPackedHeads, packedHeadsProducts),
    row("PagedAttention", inferCached, workOfTheData),
    row("Sampling", inferSearch, workOfTheData),
    row("SparseAttention", inferCached, workOfTheData),
    row("VarlenCausalConvWithState", inferVaryingConv, varyingConvProducts),
    row("WhisperBeamSearch", inferSearch, workOfTheData),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::shown_layers
