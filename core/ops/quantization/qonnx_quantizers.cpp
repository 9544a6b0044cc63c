// SPDX-License-Identifier: GPL-3.0-or-later
// The quantizers of QONNX, which Brevitas, QKeras and FINN write: numbers are rounded to steps, and stay
// numbers. Inputs: x, scale, zero point, bits; the parameters broadcast to x.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace edgewright::ops::qonnx_quantizers {

namespace {

constexpr std::string_view General = "qonnx.custom_op.general", Brevitas = "onnx.brevitas",
                           Finn = "finn.custom_op.general";

struct Rounding {
    std::string_view name;
    double (*round)(double);
};

Result<Rounding> roundingOf(const ir::Node& node) {
    std::string name = node.stringOr("rounding_mode", "ROUND");
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    constexpr auto even = [](double x) { return std::nearbyint(x); };
    static constexpr std::array Modes{
        Rounding{"ROUND", even},
        Rounding{"HALF_EVEN", even},
        Rounding{"CEIL", [](double x) { return std::ceil(x); }},
        Rounding{"FLOOR", [](double x) { return std::floor(x); }},
        Rounding{"DOWN", [](double x) { return std::trunc(x); }},
        Rounding{"UP", [](double x) { return std::copysign(std::ceil(std::abs(x)), x); }},
        Rounding{"HALF_UP", [](double x) { return std::copysign(std::floor(std::abs(x) + 0.5), x); }},
        Rounding{"HALF_DOWN", [](double x) { return std::copysign(std::ceil(std::abs(x) - 0.5), x); }},
    };
    const auto found = std::ranges::find(Modes, name, &Rounding::name);
    if (found == Modes.end()) return badInput(say("rounding_mode is '{1}', which is not known", name));
    return *found;
}

// body(x, scale, zero point) for each element, in double. An input that the operator lacks counts as 0.
template <typename Body>
Result<void> forEachElement(KernelContext& context, std::size_t parameters, Body body) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    std::array<ir::Tensor, 3> in;
    std::array<ir::Dims, 3> dims;
    ASSIGN_OR_RETURN(in[0], asFloat32(context, *given));
    dims[0] = given->dims();
    for (std::size_t i = 1; i <= parameters; ++i) {
        ASSIGN_OR_RETURN(const auto parameter, floatOperand(context, i));
        ASSIGN_OR_RETURN(in[i], asFloat32(context, *parameter));
        dims[i] = parameter->dims();
    }
    ASSIGN_OR_RETURN(const auto plan, broadcastPlan(dims));
    if (plan.dims != given->dims())
        return badInput(say("the parameters do not broadcast to {1}", given->type().text()));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), given->dims()));
    const auto at = [&](std::size_t index, std::int64_t place) {
        return in[index].hasData() ? static_cast<double>(std::as_const(in[index]).as<float>().data()[place])
                                   : 0.0;
    };
    float* const to = out.data().data();
    forEachRun(plan, [&](std::int64_t first, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i)
            to[first + i] = static_cast<float>(body(at(0, offsets[0] + i * plan.inner(0)),
                                                    at(1, offsets[1] + i * plan.inner(1)),
                                                    at(2, offsets[2] + i * plan.inner(2))));
    });
    out.finish();
    return {};
}

Result<void> runQuant(KernelContext& context) {
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto rounding, roundingOf(node));
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 3));
    if (given->elements() != 1) return unsupported(say("bits of each channel are not supported"));
    const double bits = ir::elementAsDouble(*given, 0);
    if (!(bits > 0 && bits <= 32))
        return badInput(say("there are {1} bits where 1 to 32 are expected", std::to_string(bits)));
    const bool isSigned = node.intOr("signed", 1) != 0, isNarrow = node.intOr("narrow", 0) != 0;
    const double codes = std::exp2(isSigned ? bits - 1 : bits);
    const double high = codes - 1 - (!isSigned && isNarrow ? 1 : 0);
    const double low = isSigned ? -codes + (isNarrow ? 1 : 0) : 0;
    return forEachElement(context, 2, [=](double x, double scale, double zero) {
        const double code = std::clamp(x / scale + zero, low, high);
        return (rounding.round(code) - zero) * scale;
    });
}

Result<void> runBipolar(KernelContext& context) {
    return forEachElement(context, 1, [](double x, double scale, double) { return x >= 0 ? scale : -scale; });
}

constexpr Operator row(std::string_view domain, std::string_view name, RunFunction run) {
    return {.domain = domain,
            .name = name,
            .category = Category::Quantization,
            .pattern = Pattern::ElementWise,
            .infer = inferSame,
            .run = run};
}

// Trunc and FloatQuant can be shown but not run.
constexpr std::array Rows{
    row(General, "Quant", runQuant),
    row(General, "IntQuant", runQuant),
    row(General, "BipolarQuant", runBipolar),
    row(General, "Trunc", nullptr),
    row(General, "FloatQuant", nullptr),
    row(Brevitas, "Quant", runQuant),
    row(Brevitas, "BipolarQuant", runBipolar),
    row(Brevitas, "Trunc", nullptr),
    row(Finn, "Quant", runQuant),
    row(Finn, "BipolarQuant", runBipolar),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::qonnx_quantizers
