// SPDX-License-Identifier: GPL-3.0-or-later
// Windows that are short sums of cosines: w[i] = a0 - a1 cos(2 pi i / n) + a2 cos(4 pi i / n), where n is the
// size, or one less for a symmetric window (F. J. Harris, "On the use of windows for harmonic analysis", Proc.
// IEEE 66(1), 1978).
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/cast_elements.h"
#include "core/ops/operands/output_type.h"
#include "core/ops/operands/scalars.h"

#include <array>
#include <cmath>
#include <numbers>

namespace edgewright::ops::windows {

namespace {

constexpr std::int64_t MaxSize = std::int64_t(1) << 28;

Result<void> checkSize(std::int64_t size) {
    if (size >= 0 && size <= MaxSize) return {};
    return badInput(say("a window of {1} elements where 0 to {2} are expected", size, MaxSize));
}

// A vector with as many elements as input 0 says, of the type that output_datatype names.
Result<void> inferCosineWindow(InferContext& context) {
    ASSIGN_OR_RETURN(const auto type, namedType(context.node(), "output_datatype", ir::DataType::Float32));
    ASSIGN_OR_RETURN(const auto size, integerScalar(context, 0, "size"));
    ir::Dim extent;
    if (size) {
        RETURN_IF_ERROR(checkSize(*size));
        extent = ir::Dim(*size);
    } else if (const auto symbols = context.extents(0); symbols && symbols->size() == 1) {
        extent = symbols->front();
    }
    context.setOutput(0, ir::TensorType(type, std::vector<ir::Dim>{extent}));
    return {};
}

Result<void> runCosineWindow(KernelContext& context, const std::array<double, 3>& coefficients) {
    ASSIGN_OR_RETURN(const auto type, namedType(context.node(), "output_datatype", ir::DataType::Float32));
    ASSIGN_OR_RETURN(const auto size, integerScalar(context, 0, "size"));
    if (!size) return badInput(say("size is missing"));
    RETURN_IF_ERROR(checkSize(*size));
    ASSIGN_OR_RETURN(auto window, context.allocate(ir::DataType::Float64, {*size}));
    const bool periodic = context.node().intOr("periodic", 1) != 0;
    const std::int64_t intervals = periodic ? *size : *size - 1;
    const double step =
        intervals > 0 ? 2 * std::numbers::pi / static_cast<double>(intervals) : std::numbers::pi;
    const auto out = window.as<double>();
    for (std::size_t i = 0; i < out.size(); ++i) {
        // A symmetric window of one element is its own middle.
        const double angle = intervals > 0 ? step * static_cast<double>(i) : step;
        out[i] = coefficients[0] - coefficients[1] * std::cos(angle) + coefficients[2] * std::cos(2 * angle);
    }
    return castInto(context, window, type);
}

constexpr Operator window(std::string_view name, RunFunction run) {
    return {
        .name = name, .category = Category::DataMovement, .infer = inferCosineWindow, .run = run, .since = 17};
}

constexpr std::array Rows{
    window("HannWindow",
           [](KernelContext& context) {
               return runCosineWindow(context, {0.5, 0.5, 0.0});
           }),
    window("HammingWindow",
           [](KernelContext& context) {
               return runCosineWindow(context, {25.0 / 46, 21.0 / 46, 0.0});
           }),
    window("BlackmanWindow",
           [](KernelContext& context) {
               return runCosineWindow(context, {0.42, 0.5, 0.08});
           }),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::windows
