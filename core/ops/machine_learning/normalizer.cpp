// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/machine_learning/features.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::normalizer {

namespace {

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(inferRows(context));
    ir::TensorType type = *context.input(0);
    type.dtype = ir::DataType::Float32;
    context.setOutput(0, std::move(type));
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

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    const std::string norm = context.node().stringOr("norm", "MAX");
    if (norm != "MAX" && norm != "L1" && norm != "L2")
        return badInput("norm is '" + norm + "' where MAX, L1 or L2 is expected");
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, context.input(0)->dims()));
    float* result = out.as<float>().data();
    for (std::int64_t row = 0; row < rows.rows; ++row) {
        const double by = divisor(rows.row(row), norm);
        for (const double x : rows.row(row))
            *result++ = static_cast<float>(by == 0 ? x : x / by);
    }
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "Normalizer",
    .category = Category::Normalisation,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::normalizer
