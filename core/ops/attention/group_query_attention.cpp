// SPDX-License-Identifier: GPL-3.0-or-later
// Causal attention of a decoder with its cache, where several query heads share one head of keys and values.
// Queries, keys and values come apart or packed into input 0; the cache may be a buffer that is longer than
// what it holds.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/attention/attention_heads.h"
#include "core/ops/attention/attention_rotary.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::group_query_attention {

namespace {

constexpr std::size_t PastKey = 3, PastValue = 4, Lengths = 5, Total = 6, Cosine = 7, Sine = 8, Positions = 9,
                      Bias = 10, Sinks = 11, KeyScale = 12, ValueScale = 13;

struct Shape {
    std::int64_t heads = 0, keyHeads = 0;
    bool packed = false;
    ir::Dim batch, rows, size; // of a head
    ir::Dim past;              // rows of the cache that is given
};

Result<Shape> shapeOf(const ir::Node& node, const ir::TensorType& query, const ir::TensorType* key,
                      const ir::TensorType* past) {
    Shape shape;
    shape.heads = node.intOr("num_heads", 0);
    shape.keyHeads = node.intOr("kv_num_heads", 0);
    constexpr std::int64_t MaxHeads = 1 << 16;
    if (shape.heads < 1 || shape.heads > MaxHeads || shape.keyHeads < 1 || shape.heads % shape.keyHeads != 0)
        return badInput(say("{1} query heads do not share {2} heads of keys", shape.heads, shape.keyHeads));
    shape.packed = !key;
    RETURN_IF_ERROR(expectRank(query, 3, say("the query")));
    if (query.shape) {
        const ir::Dim& width = (*query.shape)[2];
        const std::int64_t parts = shape.packed ? shape.heads + 2 * shape.keyHeads : shape.heads;
        shape.batch = (*query.shape)[0];
        shape.rows = (*query.shape)[1];
        if (width.known() && (width.value() % parts != 0 || width.value() == 0))
            return badInput(say("the query is {1}, which does not split into {2} heads", query.text(), parts));
        if (width.known()) shape.size = ir::Dim(width.value() / parts);
    }
    shape.past = ir::Dim(0);
    if (past) {
        RETURN_IF_ERROR(expectRank(*past, 4, say("the cache")));
        shape.past = past->shape ? (*past->shape)[2] : ir::Dim();
    }
    return shape;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto query, operand(context, 0));
    ASSIGN_OR_RETURN(const auto shape,
                     shapeOf(context.node(), *query, context.input(1), context.input(PastKey)));
    const ir::Dim width = shape.size.known() ? ir::Dim(shape.size.value() * shape.heads) : ir::Dim();
    const ir::DataType type = query->dtype;
    context.setOutput(0, {type, std::vector<ir::Dim>{shape.batch, shape.rows, width}});
    ir::Dim present;
    if (const ir::Tensor* total = context.value(Total); total && total->hasData() && total->elements() == 1 &&
                                                        shape.past.known() && ir::isInteger(total->dtype()))
        present = ir::Dim(std::max(shape.past.value(), ir::elementAsInt64(*total, 0)));
    // A cache of codes stays one, with the extents of its own rows.
    const ir::TensorType* past = context.input(PastKey);
    const bool coded = past && ir::isInteger(past->dtype);
    const ir::Dim size = !coded ? shape.size : past->shape ? past->shape->back() : ir::Dim();
    for (std::size_t i = 1; i < std::min<std::size_t>(3, context.node().outputs.size()); ++i)
        context.setOutput(i, {coded ? past->dtype : type,
                              std::vector<ir::Dim>{shape.batch, ir::Dim(shape.keyHeads), present, size}});
    if (context.node().output(3).valid())
        context.setOutput(3,
                          {type, std::vector<ir::Dim>{shape.batch, ir::Dim(shape.heads), shape.rows, present}});
    return {};
}

// Tables of the rotary embedding; `width` leading elements of a head are turned, 0: none.
struct Rotary {
    ir::Tensor cosine, sine;
    std::vector<std::int64_t> positions; // given ones, by batch entry and row; else empty
    std::int64_t width = 0;
    std::int64_t rows = 0;
    bool interleaved = false;

    void turn(const float* from, std::int64_t size, std::int64_t position, float* to) const {
        std::copy_n(from, size, to);
        if (width == 0) return;
        const auto row = static_cast<std::size_t>(position * width / 2);
        turnPairs(from, cosine.as<float>().data() + row, sine.as<float>().data() + row, width / 2, interleaved,
                  to);
    }
};

Result<Rotary> rotaryOf(KernelContext& context, const AttentionExtents& e) {
    Rotary rotary;
    if (context.node().intOr("do_rotary", 0) == 0) return rotary;
    for (const auto& [index, table] : {std::pair(Cosine, &rotary.cosine), std::pair(Sine, &rotary.sine)}) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
        ASSIGN_OR_RETURN(*table, asFloat32(context, *given));
    }
    if (rotary.cosine.rank() != 2 || rotary.cosine.dims() != rotary.sine.dims() ||
        rotary.cosine.dims()[1] > e.headSize / 2)
        return badInput(say("the tables of the rotary embedding are {1} and {2}", rotary.cosine.type().text(),
                            rotary.sine.type().text()));
    rotary.rows = rotary.cosine.dims()[0];
    rotary.width = 2 * rotary.cosine.dims()[1];
    rotary.interleaved = context.node().intOr("rotary_interleaved", 0) != 0;
    if (!context.node().hasInput(Positions)) return rotary;
    ASSIGN_OR_RETURN(const auto given, operand(context, Positions));
    if (!ir::isInteger(given->dtype()) || given->elements() != e.batch * e.rows)
        return badInput(say("position_ids is {1}", given->type().text()));
    rotary.positions = ir::toInt64s(*given);
    return rotary;
}

// How much of the cache counts for each batch entry: the total lengths less the new rows.
Result<std::vector<std::int64_t>> pastOf(KernelContext& context, const AttentionExtents& e,
                                         std::int64_t total) {
    ASSIGN_OR_RETURN(const auto lengths, operand(context, Lengths));
    if (!ir::isInteger(lengths->dtype()) || lengths->elements() != e.batch)
        return badInput(
            say("seqlens_k is {1} where {2} integers are expected", lengths->type().text(), e.batch));
    std::vector<std::int64_t> past;
    for (std::int64_t b = 0; b < e.batch; ++b) {
        const std::int64_t last = ir::elementAsInt64(*lengths, b);
        if (last < 0 || last >= total)
            return badInput(say("seqlens_k holds {1} where the total length is {2}", last, total));
        past.push_back(e.rows == total ? 0 : last + 1 - e.rows);
        if (past.back() < 0 || past.back() > e.past || past.back() + e.rows > e.columns)
            return badInput(
                say("seqlens_k holds {1} where {2} new rows follow a cache of {3}", last, e.rows, e.past));
    }
    return past;
}

// Everything that the node is given, in float32, and what it says together.
struct Prepared {
    ir::DataType type = ir::DataType::Undefined;
    std::array<ir::Tensor, 3> fresh; // query, key, value; the packed ones in the first
    std::array<ir::Tensor, 2> cache; // without data where there is none
    bool packed = false;
    AttentionExtents extents;
    std::int64_t total = 0;
    std::vector<std::int64_t> past; // rows of the cache that count, by batch entry
    Rotary rotary;

    // Row i of head h among the new queries (part 0), keys (1) or values (2).
    const float* freshRow(std::size_t part, std::int64_t b, std::int64_t h, std::int64_t i) const {
        const AttentionExtents& e = extents;
        const float* data = fresh[packed ? 0 : part].as<float>().data();
        if (!packed) return data + ((b * e.rows + i) * (part == 0 ? e.heads : e.keyHeads) + h) * e.headSize;
        const std::int64_t first = part == 0 ? 0 : e.heads + static_cast<std::int64_t>(part - 1) * e.keyHeads;
        return data + ((b * e.rows + i) * (e.heads + 2 * e.keyHeads) + first + h) * e.headSize;
    }
    std::int64_t position(std::int64_t b, std::int64_t i) const {
        return rotary.positions.empty() ? past[static_cast<std::size_t>(b)] + i
                                        : rotary.positions[static_cast<std::size_t>(b * extents.rows + i)];
    }
};

Result<std::int64_t> totalOf(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto total, operand(context, Total));
    if (!ir::isInteger(total->dtype()) || total->elements() != 1)
        return badInput(say("total_sequence_length is {1}", total->type().text()));
    return ir::elementAsInt64(*total, 0);
}

Result<void> checkShapes(const ir::Node& node, const Prepared& given) {
    const AttentionExtents& e = given.extents;
    const auto expected = [&](const ir::Tensor& tensor, const std::string& what, const ir::Dims& dims) {
        return badInput(say("{1} is {2} where {3} is expected", what, tensor.type().text(),
                            ir::TensorType(given.type, dims).text()));
    };
    const ir::Dims fresh{e.batch, e.rows, e.keyHeads * e.headSize};
    for (std::size_t i = 1; i < 3; ++i)
        if (!given.packed && given.fresh[i].dims() != fresh)
            return expected(given.fresh[i], say("input {1}", i), fresh);
    const ir::Dims cache{e.batch, e.keyHeads, e.past, e.headSize};
    if (node.hasInput(PastKey) != node.hasInput(PastValue))
        return badInput(say("a cache of keys comes with a cache of values, and the other way round"));
    for (const ir::Tensor& tensor : given.cache)
        if (tensor.hasData() && tensor.dims() != cache) return expected(tensor, say("the cache"), cache);
    return {};
}

Result<Prepared> prepare(KernelContext& context) {
    const ir::Node& node = context.node();
    Prepared given;
    if (node.hasInput(KeyScale) || node.hasInput(ValueScale) || node.output(3).valid())
        return unsupported(say("a cache of codes, and the scores as an output, are not supported"));
    for (std::size_t i = 0; i < Lengths; ++i) {
        if (i > 0 && !node.hasInput(i)) continue;
        ASSIGN_OR_RETURN(const auto tensor, floatOperand(context, i));
        if (i == 0) given.type = tensor->dtype();
        ASSIGN_OR_RETURN(auto values, asFloat32(context, *tensor));
        (i < PastKey ? given.fresh[i] : given.cache[i - PastKey]) = std::move(values);
    }
    const ir::TensorType query = given.fresh[0].type();
    const ir::TensorType cache = given.cache[0].type();
    ASSIGN_OR_RETURN(const auto shape, shapeOf(node, query, node.hasInput(1) ? &query : nullptr,
                                               node.hasInput(PastKey) ? &cache : nullptr));
    ASSIGN_OR_RETURN(const auto total, totalOf(context));
    given.total = total;
    given.packed = shape.packed;
    given.extents = {.batch = shape.batch.value(),
                     .heads = shape.heads,
                     .keyHeads = shape.keyHeads,
                     .rows = shape.rows.value(),
                     .columns = std::max(shape.past.value(), total),
                     .past = shape.past.value(),
                     .headSize = shape.size.value(),
                     .valueSize = shape.size.value()};
    RETURN_IF_ERROR(checkExtents(given.extents));
    RETURN_IF_ERROR(checkShapes(node, given));
    ASSIGN_OR_RETURN(given.past, pastOf(context, given.extents, total));
    ASSIGN_OR_RETURN(given.rotary, rotaryOf(context, given.extents));
    for (std::int64_t b = 0; b < given.extents.batch && given.rotary.width > 0; ++b)
        for (std::int64_t i = 0; i < given.extents.rows; ++i)
            if (const std::int64_t at = given.position(b, i); at < 0 || at >= given.rotary.rows)
                return badInput(say("position {1} is outside the tables' {2} rows", at, given.rotary.rows));
    return given;
}

// [batch, heads, rows, size].
Result<ir::Tensor> turnedQueries(KernelContext& context, const Prepared& given) {
    const AttentionExtents& e = given.extents;
    auto query = context.scratchTensor(ir::DataType::Float32, {e.batch, e.heads, e.rows, e.headSize});
    if (!query) return query;
    float* to = query->as<float>().data();
    for (std::int64_t b = 0; b < e.batch; ++b)
        for (std::int64_t h = 0; h < e.heads; ++h)
            for (std::int64_t i = 0; i < e.rows; ++i, to += e.headSize)
                given.rotary.turn(given.freshRow(0, b, h, i), e.headSize, given.position(b, i), to);
    return query;
}

// Keys (0) or values (1) as [batch, heads, columns, size]: those of the cache, then the new ones, then zeros.
void fillColumns(const Prepared& given, std::size_t which, float* to) {
    const AttentionExtents& e = given.extents;
    const float* cache = given.cache[which].hasData() ? given.cache[which].as<float>().data() : nullptr;
    for (std::int64_t b = 0; b < e.batch; ++b)
        for (std::int64_t h = 0; h < e.keyHeads; ++h) {
            const std::int64_t before = given.past[static_cast<std::size_t>(b)];
            if (before > 0)
                std::copy_n(cache + (b * e.keyHeads + h) * e.past * e.headSize, before * e.headSize, to);
            float* row = to + before * e.headSize;
            for (std::int64_t i = 0; i < e.rows; ++i, row += e.headSize) {
                const float* from = given.freshRow(which + 1, b, h, i);
                if (which == 0)
                    given.rotary.turn(from, e.headSize, given.position(b, i), row);
                else
                    std::copy_n(from, e.headSize, row);
            }
            to += e.columns * e.headSize;
            std::fill(row, to, 0.0f);
        }
}

// Bool [batch, 1, rows, columns]: a row sees the last `width` rows, of which it is one.
Result<ir::Tensor> windowOf(KernelContext& context, const Prepared& given, std::int64_t width) {
    const AttentionExtents& e = given.extents;
    auto allowed = context.scratchTensor(ir::DataType::Bool, {e.batch, 1, e.rows, e.columns});
    if (!allowed) return allowed;
    std::uint8_t* mark = allowed->as<std::uint8_t>().data();
    for (std::int64_t b = 0; b < e.batch; ++b)
        for (std::int64_t i = 0; i < e.rows; ++i)
            for (std::int64_t j = 0; j < e.columns; ++j)
                *mark++ = given.past[static_cast<std::size_t>(b)] + i - j < width ? 1 : 0;
    return allowed;
}

// Adds the bias of the scores, the sinks of the heads and the window to the attention; what this returns keeps
// their data alive.
Result<std::array<ir::Tensor, 3>> addScoreTerms(KernelContext& context, const Prepared& given,
                                                Attention<float>& attention) {
    const ir::Node& node = context.node();
    const AttentionExtents& e = given.extents;
    std::array<ir::Tensor, 3> held;
    auto& [bias, sinks, allowed] = held;
    if (node.hasInput(Bias)) {
        ASSIGN_OR_RETURN(const auto tensor, floatOperand(context, Bias));
        ASSIGN_OR_RETURN(bias, asFloat32(context, *tensor));
        // Of the rows that count, which may be fewer than the cache has.
        ASSIGN_OR_RETURN(const auto strides, scoreStrides(bias, {e.batch, e.heads, e.rows, given.total},
                                                          say("the bias of the scores")));
        attention.biases.push_back({std::as_const(bias).as<float>().data(), strides});
    }
    if (node.hasInput(Sinks)) {
        ASSIGN_OR_RETURN(const auto tensor, floatOperand(context, Sinks));
        if (tensor->elements() != e.heads)
            return badInput(say("head_sink is {1} where one number for each of {2} heads is expected",
                                tensor->type().text(), e.heads));
        ASSIGN_OR_RETURN(sinks, asFloat32(context, *tensor));
    } else if (node.intOr("smooth_softmax", 0) > 0) {
        ASSIGN_OR_RETURN(sinks, context.scratchTensor(ir::DataType::Float32, {e.heads}));
        std::ranges::fill(sinks.as<float>(), 0.0f);
    }
    if (sinks.hasData()) attention.sinks = std::as_const(sinks).as<float>().data();
    if (const std::int64_t width = node.intOr("local_window_size", -1); width > 0) {
        ASSIGN_OR_RETURN(allowed, windowOf(context, given, width));
        ASSIGN_OR_RETURN(const auto strides, scoreStrides(allowed, e.scores(), say("the window")));
        attention.allowed = {std::as_const(allowed).as<std::uint8_t>().data(), strides};
    }
    return held;
}

Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto given, prepare(context));
    const AttentionExtents& e = given.extents;
    ASSIGN_OR_RETURN(const auto query, turnedQueries(context, given));
    ASSIGN_OR_RETURN(auto out,
                     FloatOutput::make(context, 0, given.type, {e.batch, e.rows, e.heads * e.headSize}));
    std::array<std::optional<FloatOutput>, 2> present;
    std::array<ir::Tensor, 2> held;
    std::array<const float*, 2> columns{};
    const ir::Dims presentDims{e.batch, e.keyHeads, e.columns, e.headSize};
    for (std::size_t which = 0; which < 2; ++which) {
        if (context.run().stopped()) return cancelled();
        float* data = nullptr;
        if (context.wantsOutput(which + 1)) {
            ASSIGN_OR_RETURN(present[which], FloatOutput::make(context, which + 1, given.type, presentDims));
            data = present[which]->data().data();
        } else {
            ASSIGN_OR_RETURN(held[which], context.scratchTensor(ir::DataType::Float32, presentDims));
            data = held[which].as<float>().data();
        }
        fillColumns(given, which, data);
        columns[which] = data;
    }

    Attention<float> attention = attentionOf<float>(e);
    attention.query = headsFirst(query.as<float>().data(), e.heads, e.rows, e.headSize);
    attention.key = headsFirst(columns[0], e.keyHeads, e.columns, e.headSize);
    attention.value = headsFirst(columns[1], e.keyHeads, e.columns, e.headSize);
    attention.output = headsLast(out.data().data(), e.heads, e.rows, e.headSize);
    const float scale = node.floatOr("scale", 0.0f);
    attention.scale = scale != 0 ? scale : 1 / std::sqrt(static_cast<float>(e.headSize));
    attention.cap = node.floatOr("softcap", 0.0f);
    attention.frontier = given.past;
    for (const std::int64_t before : given.past)
        attention.lengths.push_back(before + e.rows);
    ASSIGN_OR_RETURN(const auto terms, addScoreTerms(context, given, attention));
    RETURN_IF_ERROR(attend(attention, context));
    out.finish();
    for (auto& output : present)
        if (output) output->finish();
    return {};
}

// As many keys as the cache holds at most, where the total length is not known.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types outputs) {
    if (inputs.empty()) return badInput(say("the query is missing"));
    const ir::TensorType* past = node.hasInput(PastKey) && inputs.size() > PastKey ? &inputs[PastKey] : nullptr;
    ASSIGN_OR_RETURN(const auto shape, shapeOf(node, inputs[0], node.hasInput(1) ? &inputs[0] : nullptr, past));
    const auto present = outputs.size() > 1 ? outputs[1].dims() : std::nullopt;
    AttentionShape whole{.batch = shape.batch,
                         .heads = ir::Dim(shape.heads),
                         .keyHeads = ir::Dim(shape.keyHeads),
                         .rows = shape.rows,
                         .columns = present && present->size() == 4 ? ir::Dim((*present)[2])
                                                                    : ir::plus(shape.past, shape.rows),
                         .past = shape.past,
                         .headSize = shape.size,
                         .valueSize = shape.size};
    return attentionProducts(std::optional(std::move(whole)));
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "GroupQueryAttention",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .parameters = attentionParameters,
    .run = run,
};

} // namespace edgewright::ops::group_query_attention
