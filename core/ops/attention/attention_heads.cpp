// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention_heads.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/operands/floats.h"

#include <algorithm>
#include <cstring>

namespace edgewright::ops {

Result<std::int64_t> headsOf(const ir::Node& node) {
    const std::int64_t heads = node.intOr("num_heads", 0);
    constexpr std::int64_t MaxHeads = 1 << 16;
    if (heads < 1 || heads > MaxHeads) return badInput(say("num_heads is {1}", heads));
    return heads;
}

Result<ir::Dim> sameExtent(const ir::Dim& a, const ir::Dim& b, std::string_view what) {
    if (a.known() && b.known() && a != b)
        return badInput(say("{1} is {2} in one input and {3} in another", what, a.text(), b.text()));
    if (a.known()) return a;
    return b.known() || a.symbol().empty() ? b : a;
}

namespace {

// One of query, key and value, split into heads.
struct Split {
    ir::Dim batch, heads, length, size;
};

Result<Split> splitHeads(const ir::TensorType& type, std::int64_t heads, std::string_view what) {
    const auto& shape = *type.shape;
    if (shape.size() == 4) {
        ASSIGN_OR_RETURN(auto count, sameExtent(shape[1], heads > 0 ? ir::Dim(heads) : ir::Dim(),
                                                say("the number of heads")));
        return Split{shape[0], count, shape[2], shape[3]};
    }
    if (heads < 1) return badInput(say("the number of heads of the {1} is not given", what));
    if (shape[2].known() && shape[2].value() % heads != 0)
        return badInput(say("the {1} is {2}, which does not split into {3} heads", what, type.text(), heads));
    return Split{shape[0], ir::Dim(heads), shape[1], ir::floorDivide(shape[2], ir::Dim(heads))};
}

// Folds what `other` says into `into`.
Result<void> merge(ir::Dim& into, const ir::Dim& other, std::string_view what) {
    ASSIGN_OR_RETURN(into, sameExtent(into, other, what));
    return {};
}

// A cache [batch, heads, past, size].
Result<void> mergePast(const ir::TensorType& past, AttentionShape& shape, ir::Dim& size, ir::Dim& length) {
    if (!past.shape) return {};
    if (past.shape->size() != 4)
        return badInput(say("the cache is {1} where 4 axes are expected", past.text()));
    RETURN_IF_ERROR(merge(shape.batch, (*past.shape)[0], say("the batch")));
    RETURN_IF_ERROR(merge(shape.keyHeads, (*past.shape)[1], say("the number of heads")));
    RETURN_IF_ERROR(merge(length, (*past.shape)[2], say("the length of the cache")));
    return merge(size, (*past.shape)[3], say("the size of a head"));
}

} // namespace

Result<std::optional<AttentionShape>> attentionShape(const ir::TensorType& query, const ir::TensorType& key,
                                                     const ir::TensorType& value, const ir::TensorType* pastKey,
                                                     const ir::TensorType* pastValue, std::int64_t heads,
                                                     std::int64_t keyHeads) {
    if (!query.shape || !key.shape || !value.shape) return std::optional<AttentionShape>();
    const std::size_t rank = query.shape->size();
    if ((rank != 3 && rank != 4) || key.shape->size() != rank || value.shape->size() != rank)
        return badInput(say("query, key and value are {1}, {2} and {3} where all have 3 or all have 4 axes",
                            query.text(), key.text(), value.text()));
    ASSIGN_OR_RETURN(const auto q, splitHeads(query, heads, "query"));
    ASSIGN_OR_RETURN(const auto k, splitHeads(key, keyHeads, "key"));
    ASSIGN_OR_RETURN(const auto v, splitHeads(value, keyHeads, "value"));
    AttentionShape shape{.batch = q.batch,
                         .heads = q.heads,
                         .keyHeads = k.heads,
                         .rows = q.length,
                         .columns = k.length,
                         .past = ir::Dim(0),
                         .headSize = q.size,
                         .valueSize = v.size,
                         .headsFirst = rank == 4};
    for (const Split* other : {&k, &v})
        RETURN_IF_ERROR(merge(shape.batch, other->batch, say("the batch")));
    RETURN_IF_ERROR(merge(shape.keyHeads, v.heads, say("the number of key heads")));
    RETURN_IF_ERROR(merge(shape.columns, v.length, say("the number of keys")));
    RETURN_IF_ERROR(merge(shape.headSize, k.size, say("the size of a head")));
    if (shape.heads.known() && shape.keyHeads.known() &&
        (shape.keyHeads.value() == 0 || shape.heads.value() % shape.keyHeads.value() != 0))
        return badInput(
            say("{1} query heads do not share {2} key heads", shape.heads.text(), shape.keyHeads.text()));
    if ((pastKey != nullptr) != (pastValue != nullptr))
        return badInput(say("a cache of keys comes with a cache of values, and the other way round"));
    if (pastKey) {
        shape.past = ir::Dim();
        RETURN_IF_ERROR(mergePast(*pastKey, shape, shape.headSize, shape.past));
        RETURN_IF_ERROR(mergePast(*pastValue, shape, shape.valueSize, shape.past));
        shape.columns = ir::plus(shape.past, shape.columns);
    }
    return std::optional(std::move(shape));
}

Result<void> checkExtents(const AttentionExtents& e) {
    constexpr std::int64_t maxBatch = std::int64_t(1) << 24;
    std::array factors{e.batch, std::max(e.heads, e.keyHeads), e.rows, e.columns,
                       std::max(e.headSize, e.valueSize)};
    for (std::int64_t& factor : factors)
        factor = std::max<std::int64_t>(factor, 1);
    if (!checkedProduct(factors) || e.batch > maxBatch) return badInput(say("an extent is too large"));
    return {};
}

Result<AttentionExtents> knownExtents(const std::optional<AttentionShape>& shape) {
    if (!shape) return internalError("attention without shapes");
    const auto& s = *shape;
    for (const ir::Dim* dim :
         {&s.batch, &s.heads, &s.keyHeads, &s.rows, &s.columns, &s.past, &s.headSize, &s.valueSize})
        if (!dim->known()) return badInput(say("an extent is too large"));
    const AttentionExtents extents{.batch = s.batch.value(),
                                   .heads = s.heads.value(),
                                   .keyHeads = s.keyHeads.value(),
                                   .rows = s.rows.value(),
                                   .columns = s.columns.value(),
                                   .past = s.past.value(),
                                   .headSize = s.headSize.value(),
                                   .valueSize = s.valueSize.value(),
                                   .headsFirst = s.headsFirst};
    RETURN_IF_ERROR(checkExtents(extents));
    return extents;
}

Result<MatrixProducts> attentionProducts(const Result<std::optional<AttentionShape>>& shape) {
    if (!shape) return shape.error();
    ASSIGN_OR_RETURN(const auto e, knownExtents(*shape));
    const auto count = checkedMul(e.batch, e.heads);
    if (!count) return badInput(say("the layer is too large"));
    // Heads of queries that have the same keys and values.
    const std::int64_t sharing =
        e.keyHeads > 0 && e.heads % e.keyHeads == 0 && *count > 0 ? e.heads / e.keyHeads : 1;
    return MatrixProducts{
        {.m = e.rows, .n = e.columns, .k = e.headSize, .count = *count, .sharing = sharing, .part = "scores"},
        {.m = e.rows, .n = e.valueSize, .k = e.columns, .count = *count, .sharing = sharing, .part = "values"}};
}

template <typename T>
Attention<T> attentionOf(const AttentionExtents& extents) {
    Attention<T> attention;
    attention.batch = extents.batch;
    attention.heads = extents.heads;
    attention.keyHeads = extents.keyHeads;
    attention.rows = extents.rows;
    attention.columns = extents.columns;
    attention.headSize = extents.headSize;
    attention.valueSize = extents.valueSize;
    return attention;
}

Result<ir::Tensor> joinPast(KernelContext& context, std::size_t index, const ir::Tensor* past,
                            const ir::Tensor& fresh, std::int64_t heads) {
    const bool split = fresh.rank() == 4;
    const std::int64_t batch = fresh.dims()[0];
    const std::int64_t length = fresh.dims()[split ? 2 : 1];
    const std::int64_t size = split ? fresh.dims()[3] : fresh.dims()[2] / heads;
    const std::int64_t before = past ? past->dims()[2] : 0;
    if (past && past->dtype() != fresh.dtype())
        return badInput(
            say("the cache is {1} where new elements are {2}", past->type().text(), fresh.type().text()));
    const auto total = checkedAdd(before, length);
    if (!total) return badInput(say("the cache is {1}", past->type().text()));
    const ir::Dims dims{batch, heads, *total, size};
    auto joined = context.wantsOutput(index) ? context.output(index, fresh.dtype(), dims)
                                             : context.scratchTensor(fresh.dtype(), dims);
    if (!joined || joined->elements() == 0) return joined;
    const auto bytes = static_cast<std::int64_t>(joined->bytes().size()) / joined->elements();
    std::byte* to = joined->mutableBytes().data();
    const auto put = [&](const ir::Tensor& from, std::int64_t offset, std::int64_t rows) {
        std::memcpy(to, from.bytes().data() + offset * bytes, static_cast<std::size_t>(rows * size * bytes));
        to += rows * size * bytes;
    };
    for (std::int64_t b = 0; b < batch; ++b)
        for (std::int64_t h = 0; h < heads; ++h) {
            if (before > 0) put(*past, (b * heads + h) * before * size, before);
            if (split)
                put(fresh, (b * heads + h) * length * size, length);
            else
                for (std::int64_t i = 0; i < length; ++i)
                    put(fresh, ((b * length + i) * heads + h) * size, 1);
        }
    return joined;
}

template Attention<float> attentionOf(const AttentionExtents&);
template Attention<double> attentionOf(const AttentionExtents&);

} // namespace edgewright::ops
