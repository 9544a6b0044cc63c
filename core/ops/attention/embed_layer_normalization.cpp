// SPDX-License-Identifier: GPL-3.0-or-later
// The first layer of a transformer: rows of up to three tables are added and normalised.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/attention/attention_residual.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>

namespace edgewright::ops::embed_layer_normalization {

namespace {

constexpr std::size_t Words = 2, Places = 3, Segments = 4, Scale = 5, Shift = 6, PaddingMask = 7, PlaceIds = 8;

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto ids, operand(context, 0));
    ASSIGN_OR_RETURN(const auto words, operand(context, Words));
    ASSIGN_OR_RETURN(const auto matrix, expectRank(*ids, 2, "input_ids"));
    ASSIGN_OR_RETURN(const auto table, expectRank(*words, 2, say("the table of words")));
    ir::TensorType out(words->dtype);
    ir::TensorType counts(ir::DataType::Int32);
    if (matrix) {
        const auto& shape = *ids->shape;
        out.shape = {shape[0], shape[1], table ? (*words->shape)[1] : ir::Dim()};
        counts.shape = {shape[0]};
    }
    const std::array types{out, counts, out};
    for (std::size_t i = 0; i < std::min(types.size(), context.node().outputs.size()); ++i)
        context.setOutput(i, types[i]);
    return {};
}

// One table and the row of it for each of batch x length steps.
struct Lookup {
    ir::Tensor table; // float32 [rows, width]
    std::vector<std::int64_t> rows;
};

// `ids` names the input with the rows, [batch, length] or [1, length]; without one, step i takes row i.
Result<Lookup> lookUp(KernelContext& context, std::size_t table, std::optional<std::size_t> ids,
                      const ir::Dims& dims, std::int64_t width) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, table));
    ASSIGN_OR_RETURN(auto values, asFloat32(context, *given));
    if (values.rank() != 2 || values.dims()[1] != width)
        return badInput(
            say("input {1} is {2} where rows of {3} are expected", table, values.type().text(), width));
    const std::int64_t steps = dims[0] * dims[1];
    Lookup result{std::move(values), {}};
    if (ids) {
        auto rows = knownInts(context, *ids);
        if (!rows || (static_cast<std::int64_t>(rows->size()) != steps &&
                      static_cast<std::int64_t>(rows->size()) != dims[1]))
            return badInput(
                say("input {1} does not hold an integer for each of {2} x {3} steps", *ids, dims[0], dims[1]));
        result.rows = *std::move(rows);
    } else {
        for (std::int64_t i = 0; i < dims[1]; ++i)
            result.rows.push_back(i);
    }
    const std::int64_t count = result.table.dims()[0];
    for (const std::int64_t row : result.rows)
        if (row < 0 || row >= count) return badInput(say("row {1} is outside a table of {2}", row, count));
    return result;
}

// For each sequence the number of elements of the mask that are 1.
Result<void> countMask(KernelContext& context, const ir::Dims& dims) {
    if (!context.wantsOutput(1)) return {};
    ASSIGN_OR_RETURN(auto counts, context.output(1, ir::DataType::Int32, {dims[0]}));
    const auto to = counts.as<std::int32_t>();
    std::ranges::fill(to, 0);
    if (!context.node().hasInput(PaddingMask)) return {};
    const auto mask = knownInts(context, PaddingMask);
    if (!mask || mask->size() != to.size() * static_cast<std::size_t>(dims[1]))
        return badInput(say("the mask does not hold {1} x {2} integers", dims[0], dims[1]));
    for (std::size_t i = 0; i < mask->size(); ++i)
        to[i / static_cast<std::size_t>(dims[1])] += (*mask)[i] == 1 ? 1 : 0;
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto ids, operand(context, 0));
    ASSIGN_OR_RETURN(const auto words, floatOperand(context, Words));
    if (ids->rank() != 2 || words->rank() != 2)
        return badInput(
            say("input_ids and the table of words are {1} and {2}", ids->type().text(), words->type().text()));
    const ir::Dims& dims = ids->dims();
    const std::int64_t width = words->dims()[1];
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, words->dtype(), {dims[0], dims[1], width}));
    RETURN_IF_ERROR(countMask(context, dims));
    std::optional<FloatOutput> sumOutput;
    if (context.wantsOutput(2)) {
        ASSIGN_OR_RETURN(sumOutput, FloatOutput::make(context, 2, words->dtype(), {dims[0], dims[1], width}));
    }
    if (out.data().empty()) return {};
    std::vector<Lookup> lookups;
    const auto add = [&](std::size_t table, std::optional<std::size_t> rows) -> Result<void> {
        ASSIGN_OR_RETURN(auto lookup, lookUp(context, table, rows, dims, width));
        lookups.push_back(std::move(lookup));
        return {};
    };
    RETURN_IF_ERROR(add(Words, 0));
    RETURN_IF_ERROR(add(Places, node.hasInput(PlaceIds) ? std::optional(PlaceIds) : std::nullopt));
    if (node.hasInput(1) && node.hasInput(Segments)) RETURN_IF_ERROR(add(Segments, 1));
    ASSIGN_OR_RETURN(const auto scale, parameter(context, Scale, width, "gamma"));
    ASSIGN_OR_RETURN(const auto shift, parameter(context, Shift, width, "beta"));
    const double epsilon = static_cast<double>(node.floatOr("epsilon", 1e-12f));
    const auto extent = static_cast<std::size_t>(width);
    std::vector<float> sum(extent);
    for (std::size_t step = 0; step * extent < out.data().size(); ++step) {
        std::ranges::fill(sum, 0.0f);
        for (const Lookup& lookup : lookups) {
            const std::int64_t row = lookup.rows[step % lookup.rows.size()];
            const float* from = lookup.table.as<float>().data() + row * width;
            for (std::size_t i = 0; i < extent; ++i)
                sum[i] += from[i];
        }
        normaliseRow(sum, scale.as<float>(), shift.as<float>(), true, epsilon,
                     out.data().subspan(step * extent, extent));
        if (sumOutput) std::ranges::copy(sum, sumOutput->data().subspan(step * extent, extent).begin());
    }
    out.finish();
    if (sumOutput) sumOutput->finish();
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "EmbedLayerNormalization",
    .category = Category::Normalisation,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::embed_layer_normalization
