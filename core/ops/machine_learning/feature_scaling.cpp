// SPDX-License-Identifier: GPL-3.0-or-later
// Features replaced one by one: by a threshold, where they are missing, by the norm of their row, by scale and
// offset.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/machine_learning/features.h"
#include "core/ops/machine_learning/held_numbers.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::feature_scaling {

namespace {

Result<void> runBinarizer(KernelContext& context) {
    const float threshold = context.node().floatOr("threshold", 0.0f);
    return runUnary(context, [threshold](auto x) {
        const bool above = static_cast<double>(x) > static_cast<double>(threshold);
        return static_cast<decltype(x)>(above ? 1 : 0);
    });
}

// Values for floats and for integers are different attributes.
template <typename T>
Result<void> impute(const ir::Node& node, std::span<const T> in, std::span<T> out, std::size_t width) {
    std::vector<T> values;
    T replaced{};
    if constexpr (std::is_floating_point_v<T>) {
        for (const float value : node.floats("imputed_value_floats"))
            values.push_back(static_cast<T>(value));
        replaced = static_cast<T>(node.floatOr("replaced_value_float", 0.0f));
    } else {
        for (const std::int64_t value : node.ints("imputed_value_int64s"))
            values.push_back(static_cast<T>(value));
        replaced = static_cast<T>(node.intOr("replaced_value_int64", 0));
    }
    if (values.empty() || (values.size() != 1 && values.size() != width))
        return badInput(say("there are {1} imputed values where 1 or {2} are expected", values.size(), width));
    for (std::size_t i = 0; i < in.size(); ++i) {
        const bool both = in[i] == replaced || (in[i] != in[i] && replaced != replaced); // a NaN equals a NaN
        out[i] = both ? values[values.size() == 1 ? 0 : i % width] : in[i];
    }
    return {};
}

Result<void> runImputer(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const std::size_t width = in->rank() == 0 ? 1 : static_cast<std::size_t>(in->dims().back());
    return withElementType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), in->dims()));
        return impute<T>(context.node(), in->template as<T>(), out.template as<T>(), width);
    });
}

Result<void> inferFloats(InferContext& context) {
    RETURN_IF_ERROR(inferRows(context));
    context.setOutput(0, context.input(0)->withDtype(ir::DataType::Float32));
    return {};
}

double divisor(std::span<const double> row, const std::string& norm) {
    if (row.empty()) return 0;
    if (norm == "MAX") return *std::ranges::max_element(row);
    double sum = 0;
    for (const double x : row)
        sum += norm == "L1" ? std::abs(x) : x * x;
    return norm == "L1" ? sum : std::sqrt(sum);
}

Result<void> runNormalizer(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    const std::string norm = context.node().stringOr("norm", "MAX");
    if (norm != "MAX" && norm != "L1" && norm != "L2")
        return badInput(say("norm is '{1}' where MAX, L1 or L2 is expected", norm));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, context.input(0)->dims()));
    float* result = out.as<float>().data();
    for (std::int64_t row = 0; row < rows.rows; ++row) {
        const double by = divisor(rows.row(row), norm);
        for (const double x : rows.row(row))
            *result++ = static_cast<float>(by == 0 ? x : x / by);
    }
    return {};
}

Result<void> runScaler(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    const auto width = static_cast<std::size_t>(rows.features);
    // One number for all features or one for each.
    const auto fits = [width](const std::vector<float>& list) {
        return list.empty() || list.size() == 1 || list.size() == width;
    };
    const auto offset = context.node().floats("offset");
    const auto scale = context.node().floats("scale");
    if (!fits(offset) || !fits(scale))
        return badInput(say("offset and scale have {1} and {2} entries where 1 or {3} are expected",
                            offset.size(), scale.size(), width));
    const auto at = [](const std::vector<float>& list, std::size_t i, double none) {
        return list.empty() ? none : static_cast<double>(list[list.size() == 1 ? 0 : i]);
    };
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, context.input(0)->dims()));
    const auto result = out.as<float>();
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] =
            static_cast<float>((rows.values[i] - at(offset, i % width, 0.0)) * at(scale, i % width, 1.0));
    return {};
}

HeldNumbers scalerNumbers(const ir::Node& node) { return numbersIn(node, {"offset", "scale"}); }

constexpr Operator row(std::string_view name, Category category, Pattern pattern, InferFunction infer,
                       RunFunction run, HeldNumbersFunction heldNumbers = nullptr) {
    return {.domain = "ai.onnx.ml",
            .name = name,
            .category = category,
            .pattern = pattern,
            .infer = infer,
            .run = run,
            .heldNumbers = heldNumbers};
}

constexpr std::array Rows{
    row("Binarizer", Category::ElementWise, Pattern::ElementWise, inferSame, runBinarizer),
    row("Imputer", Category::ElementWise, Pattern::ElementWise, inferSame, runImputer),
    row("Normalizer", Category::Normalisation, Pattern::Opaque, inferFloats, runNormalizer),
    row("Scaler", Category::ElementWise, Pattern::ElementWise, inferFloats, runScaler, scalerNumbers),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::feature_scaling
