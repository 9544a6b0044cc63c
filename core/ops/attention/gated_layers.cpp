// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and norms with a gate, which com.microsoft has for decoders that mix attention with a state, or with
// tables of n-grams.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/attention/attention_residual.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/logistic.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::gated_layers {

namespace {

// x + y * gate, with a gate for each row; the product is rounded first.
Result<void> runAdd(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    const ir::DataType type = x->dtype();
    ASSIGN_OR_RETURN(const auto y, operandOfType(context, 1, type));
    ASSIGN_OR_RETURN(const auto gate, operandOfType(context, 2, type));
    ir::Dims rows = x->dims();
    if (!rows.empty()) rows.back() = 1;
    if (rows.empty() || y->dims() != x->dims() || gate->dims() != rows)
        return badInput(say("x, y and the gate are {1}, {2} and {3}", x->type().text(), y->type().text(),
                            gate->type().text()));
    ASSIGN_OR_RETURN(const auto left, asFloat32(context, *x));
    ASSIGN_OR_RETURN(const auto right, asFloat32(context, *y));
    ASSIGN_OR_RETURN(const auto factors, asFloat32(context, *gate));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, x->dims()));
    const auto width = static_cast<std::size_t>(x->dims().back());
    for (std::size_t i = 0; i < out.data().size(); ++i)
        out.data()[i] =
            left.as<float>()[i] + roundedTo(right.as<float>()[i] * factors.as<float>()[i / width], type);
    out.finish();
    return {};
}

// x, scale, gate. RMSNormalization of each stretch of x that is as long as the scale, times the SiLU of the
// gate.
Result<void> runNorm(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto scaleGiven, floatOperand(context, 1));
    ASSIGN_OR_RETURN(const auto gateGiven, floatOperand(context, 2));
    const std::int64_t width = scaleGiven->elements();
    if (given->rank() < 1 || width < 1 || given->dims().back() % width != 0 ||
        gateGiven->dims() != given->dims())
        return badInput(say("x, the scale and the gate are {1}, {2} and {3}", given->type().text(),
                            scaleGiven->type().text(), gateGiven->type().text()));
    ASSIGN_OR_RETURN(const auto x, asFloat32(context, *given));
    ASSIGN_OR_RETURN(const auto scale, asFloat32(context, *scaleGiven));
    ASSIGN_OR_RETURN(const auto gate, asFloat32(context, *gateGiven));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), given->dims()));
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const std::span<float> to = out.data();
    RETURN_IF_ERROR(forEachRow(context, x.elements() / width, width, [&](std::int64_t row) {
        const auto begin = static_cast<std::size_t>(row * width);
        const auto line = to.subspan(begin, static_cast<std::size_t>(width));
        normaliseRow(x.as<float>().subspan(begin, line.size()), scale.as<float>(), {}, false, epsilon, line);
        for (std::size_t i = 0; i < line.size(); ++i)
            line[i] *= silu(gate.as<float>()[begin + i]);
    }));
    out.finish();
    return {};
}

constexpr std::size_t Key = 0, Query = 1, Value = 2, KeyScale = 3, QueryScale = 4, NormScale = 5;

// Keys and queries [batch, length, copies, width], values [batch, length, width].
Result<void> inferEngram(InferContext& context) {
    ASSIGN_OR_RETURN(const auto key, operand(context, Key));
    for (const std::size_t index : {Query, Value, KeyScale, QueryScale})
        RETURN_IF_ERROR(operand(context, index));
    RETURN_IF_ERROR(expectRank(*key, 4, say("the key")));
    for (std::size_t i = 0; i < std::min<std::size_t>(context.node().outputs.size(), 2); ++i)
        context.setOutput(i, *key);
    return {};
}

// Each copy gets the value by how well its key, which n-grams chose, fits its query.
Result<void> runEngram(KernelContext& context) {
    std::array<const ir::Tensor*, 3> given{};
    for (std::size_t i = 0; i < given.size(); ++i) {
        ASSIGN_OR_RETURN(given[i], floatOperand(context, i));
    }
    const ir::Dims& dims = given[Key]->dims();
    if (dims.size() != 4 || given[Query]->dims() != dims ||
        given[Value]->dims() != ir::Dims{dims[0], dims[1], dims[3]})
        return badInput(say("key, query and value are {1}, {2} and {3}", given[Key]->type().text(),
                            given[Query]->type().text(), given[Value]->type().text()));
    const std::int64_t copies = dims[2];
    const auto width = static_cast<std::size_t>(dims[3]);
    const auto scales = checkedMul(copies, dims[3]);
    if (!scales) return badInput(say("the key is {1}", given[Key]->type().text()));
    std::array<ir::Tensor, 3> in;
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(in[i], asFloat32(context, *given[i]));
    }
    ASSIGN_OR_RETURN(const auto keyScale, parameter(context, KeyScale, *scales, "key_norm_scale"));
    ASSIGN_OR_RETURN(const auto queryScale, parameter(context, QueryScale, *scales, "query_norm_scale"));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given[Key]->dtype(), dims));
    std::optional<FloatOutput> normed;
    ir::Tensor normScale;
    if (context.wantsOutput(1)) {
        ASSIGN_OR_RETURN(normScale, parameter(context, NormScale, *scales, "conv_norm_scale"));
        ASSIGN_OR_RETURN(normed, FloatOutput::make(context, 1, given[Key]->dtype(), dims));
    }
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const std::span<float> to = out.data();
    const auto part = [width](const ir::Tensor& tensor, std::int64_t row) {
        return tensor.as<float>().subspan(static_cast<std::size_t>(row) * width, width);
    };
    RETURN_IF_ERROR(
        forEachRow(context, width == 0 ? 0 : dims[0] * dims[1] * copies, dims[3], [&](std::int64_t row) {
            const std::int64_t copy = row % copies;
            const auto key = part(in[Key], row), query = part(in[Query], row);
            const auto value = part(in[Value], row / copies);
            const auto keyBy = part(keyScale, copy), queryBy = part(queryScale, copy);
            double keys = 0, queries = 0, both = 0;
            for (std::size_t i = 0; i < width; ++i) {
                const auto k = static_cast<double>(key[i]), q = static_cast<double>(query[i]);
                keys += k * k;
                queries += q * q;
                both += k * static_cast<double>(keyBy[i]) * q * static_cast<double>(queryBy[i]);
            }
            const auto count = static_cast<double>(width);
            const double fit =
                both / std::sqrt((keys / count + epsilon) * (queries / count + epsilon)) / std::sqrt(count);
            const double signedRoot =
                fit == 0 ? 0.0 : std::copysign(std::sqrt(std::max(std::abs(fit), 1e-6)), fit);
            const auto gate = static_cast<float>(logistic(signedRoot));
            const auto line = to.subspan(static_cast<std::size_t>(row) * width, width);
            for (std::size_t i = 0; i < width; ++i)
                line[i] = gate * value[i];
            if (normed)
                normaliseRow(line, part(normScale, copy), {}, false, epsilon,
                             normed->data().subspan(static_cast<std::size_t>(row) * width, width));
        }));
    out.finish();
    if (normed) normed->finish();
    return {};
}

constexpr Operator row(std::string_view name, Category category, InferFunction infer, RunFunction run) {
    return {.domain = "com.microsoft", .name = name, .category = category, .infer = infer, .run = run};
}

constexpr std::array Rows{
    row("EngramGate", Category::Normalisation, inferEngram, runEngram),
    row("GatedAdd", Category::ElementWise, inferSame, runAdd),
    row("GatedRMSNorm", Category::Normalisation, inferSame, runNorm),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::gated_layers
