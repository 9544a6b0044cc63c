// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that are added to the scores of attention, by the distance of a key from its row: those of T5, in
// buckets, and those of WavLM, behind gates that the queries open.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/attention/attention_heads.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/logistic.h"
#include "core/ops/operands/scalars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace edgewright::ops::position_biases {

namespace {

// Near distances have a bucket each, those further off share one, the more the further.
struct Buckets {
    std::int64_t each = 0;  // for one direction
    std::int64_t exact = 0; // distances with a bucket of their own
    float furthest = 0;
    bool bothWays = false; // keys behind their row have buckets too, else that of distance 0

    static Result<Buckets> of(const ir::Node& node, std::int64_t count) {
        Buckets buckets{.bothWays = node.intOr("is_bidirectional", 0) != 0};
        buckets.each = buckets.bothWays ? count / 2 : count;
        buckets.exact = buckets.each / 2;
        const std::int64_t furthest = node.intOr("max_distance", 0);
        if (buckets.exact < 1 || furthest <= buckets.exact)
            return badInput(say("max_distance is {1} where there are {2} buckets", furthest, count));
        buckets.furthest = static_cast<float>(furthest);
        return buckets;
    }

    std::int64_t at(std::int64_t distance) const {
        const std::int64_t first = bothWays && distance > 0 ? each : 0;
        const std::int64_t far = bothWays ? std::abs(distance) : std::max<std::int64_t>(-distance, 0);
        if (far < exact) return first + far;
        const auto own = static_cast<float>(exact);
        const float share = std::log(static_cast<float>(far) / own) / std::log(furthest / own);
        const auto more = static_cast<std::int64_t>(share * static_cast<float>(each - exact));
        return first + std::min(exact + more, each - 1);
    }
};

Result<void> inferBuckets(InferContext& context) {
    ASSIGN_OR_RETURN(const auto table, operand(context, 0));
    ASSIGN_OR_RETURN(const auto hasTable, expectRank(*table, 2, say("the table")));
    std::vector<ir::Dim> shape{ir::Dim(1), hasTable ? (*table->shape)[1] : ir::Dim()};
    for (const std::size_t index : {std::size_t(1), std::size_t(2)}) {
        RETURN_IF_ERROR(operand(context, index));
        ASSIGN_OR_RETURN(const auto length, integerScalar(context, index, say("a length")));
        if (length && *length < 0) return badInput(say("a length is {1}", *length));
        const auto extents = context.extents(index);
        shape.push_back(length                            ? ir::Dim(*length)
                        : extents && extents->size() == 1 ? extents->front()
                                                          : ir::Dim());
    }
    context.setOutput(0, {table->dtype, std::move(shape)});
    return {};
}

// The elements of the table lie by heads, whatever its shape says.
Result<void> runBuckets(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    if (given->rank() != 2)
        return badInput(say("the table is {1} where 2 axes are expected", given->type().text()));
    const std::int64_t count = given->dims()[0], heads = given->dims()[1];
    ASSIGN_OR_RETURN(const auto buckets, Buckets::of(context.node(), count));
    std::array<std::int64_t, 2> lengths{};
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        ASSIGN_OR_RETURN(const auto length, integerScalar(context, i + 1, say("a length")));
        if (!length || *length < 0) return badInput(say("a length is no number of tokens"));
        lengths[i] = *length;
    }
    const std::int64_t rows = lengths[0], columns = lengths[1];
    ASSIGN_OR_RETURN(const auto table, asFloat32(context, *given));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), {1, heads, rows, columns}));
    if (out.data().empty()) return {};
    // By distance, from that of the first key and the last row on.
    ASSIGN_OR_RETURN(const auto places, context.scratchOf<std::int64_t>(rows + columns - 1));
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = buckets.at(static_cast<std::int64_t>(i) - (rows - 1));
    float* to = out.data().data();
    for (std::int64_t head = 0; head < heads; ++head) {
        if (context.run().stopped()) return cancelled();
        const float* own = table.as<float>().data() + head * count;
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = 0; column < columns; ++column)
                *to++ = own[places[static_cast<std::size_t>(column - row + rows - 1)]];
    }
    out.finish();
    return {};
}

constexpr std::size_t QueryBias = 1, Places = 2, Weight = 3, WeightBias = 4, Factor = 5, Offsets = 6;

// Queries [batch, length, width], or those of all tokens with token_offset [batch, length] beside them.
Result<void> inferGated(InferContext& context) {
    ASSIGN_OR_RETURN(const auto query, operand(context, 0));
    ASSIGN_OR_RETURN(const auto places, operand(context, Places));
    ASSIGN_OR_RETURN(const auto heads, headsOf(context.node()));
    ASSIGN_OR_RETURN(const auto hasPlaces, expectRank(*places, 4, "rel_pos"));
    const ir::TensorType* offsets = context.input(Offsets);
    const ir::TensorType& tokens = offsets ? *offsets : *query;
    ASSIGN_OR_RETURN(const auto hasTokens,
                     expectRank(tokens, offsets ? 2 : 3, offsets ? "token_offset" : say("the query")));
    const ir::Dim length = hasTokens ? (*tokens.shape)[1] : hasPlaces ? (*places->shape)[2] : ir::Dim();
    context.setOutput(0, {query->dtype, std::vector<ir::Dim>{hasTokens ? (*tokens.shape)[0] : ir::Dim(),
                                                             ir::Dim(heads), length, length}});
    return {};
}

Result<MatrixProducts> gatedProducts(const ir::Node&, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto query, extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto weight, extentsOf(inputs, Weight));
    const auto elements = checkedProduct(query);
    if (weight.size() != 2 || weight[0] < 1 || !elements || *elements % weight[0] != 0)
        return badInput(say("the query does not split into heads of the weight's rows"));
    return MatrixProducts{{.m = *elements / weight[0], .n = weight[1], .k = weight[0], .part = "gates"}};
}

// Two gates for each query and head: the logistic function of half the columns of query * weight + bias,
// summed.
Result<void> runGated(KernelContext& context) {
    if (context.node().hasInput(Offsets)) return unsupported(say("tokens without padding are not supported"));
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto matrix, floatOperand(context, Weight));
    ASSIGN_OR_RETURN(const auto heads, headsOf(context.node()));
    if (given->rank() != 3 || matrix->rank() != 2 || matrix->dims()[1] % 2 != 0 ||
        checkedMul(matrix->dims()[0], heads) != given->dims()[2])
        return badInput(say("the query is {1} and the weight is {2} where there are {3} heads",
                            given->type().text(), matrix->type().text(), heads));
    const std::int64_t batch = given->dims()[0], length = given->dims()[1], width = given->dims()[2];
    const std::int64_t size = matrix->dims()[0], half = matrix->dims()[1] / 2;
    const auto placed = checkedProduct(std::array{heads, length, length});
    if (!placed) return badInput(say("the query is {1}", given->type().text()));
    ASSIGN_OR_RETURN(const auto query, asFloat32(context, *given));
    ASSIGN_OR_RETURN(const auto bias, parameter(context, QueryBias, width, "query_bias"));
    ASSIGN_OR_RETURN(const auto places, parameter(context, Places, *placed, "rel_pos"));
    ASSIGN_OR_RETURN(const auto weight, asFloat32(context, *matrix));
    ASSIGN_OR_RETURN(const auto weightBias, parameter(context, WeightBias, 2 * half, say("the bias")));
    ASSIGN_OR_RETURN(const auto factor, parameter(context, Factor, heads, "eco_a"));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), {batch, heads, length, length}));
    if (out.data().empty()) return {};
    // Each element of a query adds so much to each gate, and so does the bias, the last one.
    ASSIGN_OR_RETURN(const auto sums, context.scratchOf<double>(2 * (size + 1)));
    std::ranges::fill(sums, 0.0);
    for (std::int64_t row = 0; row <= size; ++row) {
        const float* from =
            row < size ? weight.as<float>().data() + row * 2 * half : weightBias.as<float>().data();
        for (std::int64_t column = 0; column < 2 * half; ++column)
            sums[static_cast<std::size_t>(2 * row + column / std::max<std::int64_t>(half, 1))] +=
                static_cast<double>(from[column]);
    }
    float* to = out.data().data();
    for (std::int64_t at = 0; at < batch * heads; ++at) {
        if (context.run().stopped()) return cancelled();
        const std::int64_t head = at % heads;
        for (std::int64_t row = 0; row < length; ++row) {
            const float* x = query.as<float>().data() + (at / heads * length + row) * width + head * size;
            const float* shift = bias.as<float>().data() + head * size;
            std::array<double, 2> gates{sums[static_cast<std::size_t>(2 * size)],
                                        sums[static_cast<std::size_t>(2 * size + 1)]};
            for (std::int64_t d = 0; d < size; ++d)
                for (std::size_t gate = 0; gate < gates.size(); ++gate)
                    gates[gate] +=
                        static_cast<double>(x[d] + shift[d]) * sums[static_cast<std::size_t>(2 * d) + gate];
            const auto own = static_cast<double>(factor.as<float>()[static_cast<std::size_t>(head)]);
            const double scale = logistic(gates[0]) * (logistic(gates[1]) * own - 1) + 2;
            const float* from = places.as<float>().data() + (head * length + row) * length;
            for (std::int64_t column = 0; column < length; ++column)
                *to++ = static_cast<float>(scale * static_cast<double>(from[column]));
        }
    }
    out.finish();
    return {};
}

constexpr std::array Rows{
    Operator{.domain = "com.microsoft",
             .name = "GatedRelativePositionBias",
             .category = Category::Compute,
             .infer = inferGated,
             .products = gatedProducts,
             .run = runGated},
    Operator{
        .domain = "com.microsoft", .name = "RelativePositionBias", .infer = inferBuckets, .run = runBuckets},
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::position_biases
