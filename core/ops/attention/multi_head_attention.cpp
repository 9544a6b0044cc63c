// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of projected queries, keys and values. They come apart, or keys and values in one tensor
// [batch, length, heads, 2, size] instead of the keys, or all in one [batch, length, heads, 3, size] instead of
// the queries; the keys and values of an encoder also as [batch, heads, length, size].
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/attention/attention_padding.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>

namespace edgewright::ops::multi_head_attention {

namespace {

constexpr std::size_t Bias = 3, PaddingMask = 4, ScoreBiasInput = 5, PastKey = 6, PastValue = 7, PastLength = 8,
                      Indirection = 9; // of a cache that holds the present one, too

// One of query, key and value: where it comes from.
struct Source {
    std::size_t input = 0;
    std::int64_t part = 0;  // of a packed tensor
    std::int64_t parts = 1; // 2 or 3 when packed
    bool headsFirst = false;
    ir::Dim batch, length, size;
};

using Sources = std::array<Source, 3>;

Result<Source> sourceOf(const ir::TensorType& type, std::size_t input, std::int64_t part, std::int64_t heads) {
    const auto& shape = *type.shape;
    Source source;
    source.input = input;
    source.batch = shape[0];
    if (shape.size() == 5) {
        source.parts = input == 0 ? 3 : 2;
        source.part = part;
        if ((shape[2].known() && shape[2] != ir::Dim(heads)) ||
            (shape[3].known() && shape[3] != ir::Dim(source.parts)))
            return badInput(say("a packed input is {1} where {2} heads of {3} parts are expected", type.text(),
                                heads, source.parts));
        source.length = shape[1];
        source.size = shape[4];
    } else if (shape.size() == 4 && input > 0) {
        if (shape[1].known() && shape[1] != ir::Dim(heads))
            return badInput(say("input {1} is {2} where {3} heads are expected", input, type.text(), heads));
        source.headsFirst = true;
        source.length = shape[2];
        source.size = shape[3];
    } else if (shape.size() == 3) {
        if (shape[2].known() && shape[2].value() % heads != 0)
            return badInput(
                say("input {1} is {2}, which does not split into {3} heads", input, type.text(), heads));
        source.length = shape[1];
        source.size = ir::floorDivide(shape[2], ir::Dim(heads));
    } else {
        return badInput(say("input {1} is {2}", input, type.text()));
    }
    return source;
}

// Nothing while a shape is not known. `types`: query, key and value; null when omitted.
Result<std::optional<Sources>> sourcesOf(const ir::Node& node,
                                         const std::array<const ir::TensorType*, 3>& types) {
    const std::int64_t heads = node.intOr("num_heads", 0);
    if (heads < 1) return badInput(say("num_heads is {1}", heads));
    for (const ir::TensorType* type : types)
        if (type && !type->shape) return std::optional<Sources>();
    Sources sources;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::size_t input = types[i] ? i : types[1] && types[1]->shape->size() == 5 ? 1 : 0;
        const bool packed = types[input] && types[input]->shape->size() == 5;
        if (!types[input] || (input != i && !packed)) return badInput(say("input {1} is missing", i));
        const auto part = static_cast<std::int64_t>(input == 0 ? i : i - input);
        ASSIGN_OR_RETURN(sources[i], sourceOf(*types[input], input, part, heads));
    }
    return std::optional(std::move(sources));
}

// What all three sources and the cache say together.
Result<AttentionShape> shapeOf(const ir::Node& node, const Sources& sources, const ir::TensorType* pastKey,
                               const ir::TensorType* pastValue) {
    const auto& [query, key, value] = sources;
    AttentionShape shape;
    shape.rows = query.length;
    shape.past = ir::Dim(0);
    shape.valueSize = value.size;
    shape.heads = shape.keyHeads = ir::Dim(node.intOr("num_heads", 1));
    auto batch = sameExtent(query.batch, key.batch, say("the batch"));
    if (batch) batch = sameExtent(*batch, value.batch, say("the batch"));
    if (!batch) return std::move(batch).error();
    shape.batch = *batch;
    ASSIGN_OR_RETURN(auto length, sameExtent(key.length, value.length, say("the number of keys")));
    ASSIGN_OR_RETURN(shape.headSize, sameExtent(query.size, key.size, say("the size of a head")));
    if ((pastKey != nullptr) != (pastValue != nullptr))
        return badInput(say("a cache of keys comes with a cache of values, and the other way round"));
    if (pastKey && pastKey->shape) {
        if (pastKey->shape->size() != 4) return badInput(say("the cache is {1}", pastKey->text()));
        shape.past = (*pastKey->shape)[2];
    } else if (pastKey) {
        shape.past = ir::Dim();
    }
    shape.columns = node.hasInput(PastLength) ? shape.past : ir::plus(shape.past, length);
    return shape;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto query, operand(context, 0));
    ASSIGN_OR_RETURN(const auto sources,
                     sourcesOf(context.node(), {query, context.input(1), context.input(2)}));
    std::array<ir::TensorType, 4> outputs;
    for (ir::TensorType& type : outputs)
        type.dtype = query->dtype;
    if (sources) {
        ASSIGN_OR_RETURN(const auto shape,
                         shapeOf(context.node(), *sources, context.input(PastKey), context.input(PastValue)));
        outputs[0].shape = {shape.batch, shape.rows, ir::times(shape.heads, shape.valueSize)};
        outputs[1].shape = {shape.batch, shape.heads, shape.columns, shape.headSize};
        outputs[2].shape = {shape.batch, shape.heads, shape.columns, shape.valueSize};
        outputs[3].shape = {shape.batch, shape.heads, shape.rows, shape.columns};
    }
    for (std::size_t i = 0; i < std::min(outputs.size(), context.node().outputs.size()); ++i)
        context.setOutput(i, std::move(outputs[i]));
    return {};
}

// The source's elements as float32 [batch, heads, length, size] behind those of the cache, with its part of the
// bias.
Result<void> gather(const Source& source, const ir::Tensor& from, const float* bias, const AttentionExtents& e,
                    const ir::Tensor* past, float* out) {
    const std::int64_t size = source.size.value();
    const std::int64_t length = source.length.value();
    const std::int64_t before = past ? e.past : 0;
    if (past && past->dims() != ir::Dims{e.batch, e.heads, before, size})
        return badInput(say("the cache is {1} where [{2},{3},{4},{5}] is expected", past->type().text(),
                            e.batch, e.heads, before, size));
    const float* data = from.as<float>().data();
    for (std::int64_t b = 0; b < e.batch; ++b)
        for (std::int64_t h = 0; h < e.heads; ++h) {
            if (before > 0)
                out = std::copy_n(past->as<float>().data() + (b * e.heads + h) * before * size, before * size,
                                  out);
            for (std::int64_t i = 0; i < length; ++i, out += size) {
                const std::int64_t row = source.headsFirst
                                             ? (b * e.heads + h) * length + i
                                             : ((b * length + i) * e.heads + h) * source.parts + source.part;
                for (std::int64_t j = 0; j < size; ++j)
                    out[j] = data[row * size + j] + (bias ? bias[h * size + j] : 0.0f);
            }
        }
    return {};
}

Result<ir::Tensor> floatsOf(KernelContext& context, std::size_t index) {
    if (!context.node().hasInput(index)) return ir::Tensor();
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    return asFloat32(context, *given);
}

Result<void> checkThatRuns(const ir::Node& node, const Sources& sources) {
    if (node.hasInput(PastLength) || node.hasInput(Indirection))
        return unsupported(say("a shared cache is not supported"));
    if (node.output(3).valid()) return unsupported(say("the scores are not an output"));
    const bool packed = sources[0].parts > 1 || sources[1].parts > 1;
    if (packed && node.hasInput(Bias)) return unsupported(say("a bias of packed inputs is not supported"));
    return {};
}

Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    std::array<ir::Tensor, 3> in;
    std::array<ir::TensorType, 3> types;
    std::array<const ir::TensorType*, 3> given{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(in[i], floatsOf(context, i));
        types[i] = in[i].type();
        given[i] = node.hasInput(i) ? &types[i] : nullptr;
    }
    if (!given[0]) return badInput(say("input 0 is missing"));
    const ir::DataType type = context.input(0)->dtype();
    ASSIGN_OR_RETURN(const auto sources, sourcesOf(node, given));
    RETURN_IF_ERROR(checkThatRuns(node, *sources));
    std::array<ir::Tensor, 2> past;
    std::array<ir::TensorType, 2> pastTypes;
    for (std::size_t i = 0; i < past.size(); ++i) {
        ASSIGN_OR_RETURN(past[i], floatsOf(context, PastKey + i));
        pastTypes[i] = past[i].type();
    }
    const bool cached = node.hasInput(PastKey);
    ASSIGN_OR_RETURN(const auto shape, shapeOf(node, *sources, cached ? &pastTypes[0] : nullptr,
                                               node.hasInput(PastValue) ? &pastTypes[1] : nullptr));
    ASSIGN_OR_RETURN(const AttentionExtents e, knownExtents(shape));

    ir::Tensor bias;
    if (node.hasInput(Bias)) {
        ASSIGN_OR_RETURN(bias,
                         parameter(context, Bias, e.heads * (2 * e.headSize + e.valueSize), say("the bias")));
    }
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, {e.batch, e.rows, e.heads * e.valueSize}));
    std::array<std::optional<FloatOutput>, 3> present;
    std::array<ir::Tensor, 3> gathered;
    std::array<const float*, 3> data{};
    for (std::size_t i = 0; i < data.size(); ++i) {
        const Source& source = (*sources)[i];
        const std::int64_t size = source.size.value();
        const ir::Dims dims{e.batch, e.heads, i == 0 ? e.rows : e.columns, size};
        float* to = nullptr;
        if (i > 0 && context.wantsOutput(i)) {
            ASSIGN_OR_RETURN(present[i], FloatOutput::make(context, i, type, dims));
            to = present[i]->data().data();
        } else {
            ASSIGN_OR_RETURN(gathered[i], context.scratchTensor(ir::DataType::Float32, dims));
            to = gathered[i].as<float>().data();
        }
        // Keys and values of an encoder come with their bias.
        const bool biased = bias.hasData() && !source.headsFirst;
        const float* added = biased ? std::as_const(bias).as<float>().data() +
                                          static_cast<std::int64_t>(i) * e.heads * e.headSize
                                    : nullptr;
        RETURN_IF_ERROR(
            gather(source, in[source.input], added, e, i > 0 && cached ? &past[i - 1] : nullptr, to));
        data[i] = to;
    }
    Attention<float> attention = attentionOf<float>(e);
    attention.query = headsFirst(data[0], e.heads, e.rows, e.headSize);
    attention.key = headsFirst(data[1], e.heads, e.columns, e.headSize);
    attention.value = headsFirst(data[2], e.heads, e.columns, e.valueSize);
    attention.output = headsLast(out.data().data(), e.heads, e.rows, e.valueSize);
    attention.scale = scaleOf(node, e.headSize);
    std::array<ir::Tensor, 2> held;
    const bool causal = node.intOr("unidirectional", 0) != 0;
    RETURN_IF_ERROR(addBiases(context, PaddingMask, ScoreBiasInput, e, causal, attention, held));
    RETURN_IF_ERROR(attend(attention, context));
    out.finish();
    for (auto& output : present)
        if (output) output->finish();
    return {};
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    const auto given = [&](std::size_t index) {
        return node.hasInput(index) && index < inputs.size() ? &inputs[index] : nullptr;
    };
    ASSIGN_OR_RETURN(const auto sources, sourcesOf(node, {given(0), given(1), given(2)}));
    if (!sources) return attentionProducts(std::optional<AttentionShape>());
    ASSIGN_OR_RETURN(auto shape, shapeOf(node, *sources, given(PastKey), given(PastValue)));
    return attentionProducts(std::optional(std::move(shape)));
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "MultiHeadAttention",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .parameters = attentionParameters,
    .run = run,
};

} // namespace edgewright::ops::multi_head_attention
