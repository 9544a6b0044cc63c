// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

#include <numeric>

namespace edgewright::ops::pad {

namespace {

// Entries to add before and after each axis; negative ones remove.
struct Padding {
    std::vector<std::int64_t> before, after;
};

// pads: attribute before opset 11, then input 1 (and from 18 on for the axes of input 3 alone). Empty when not
// known.
template <typename Context>
Result<std::optional<Padding>> paddingOf(const Context& context, std::size_t rank) {
    const IntList pads = intList(context, context.opset() < 2 ? "paddings" : "pads", 1);
    const IntList chosen = intList(context, "", 3);
    if (!pads.present) return badInput(say("pads are missing"));
    if (!pads.values || chosen.unknown()) return std::optional<Padding>();
    std::vector<std::int64_t> axes(rank);
    std::iota(axes.begin(), axes.end(), std::int64_t(0));
    ASSIGN_OR_RETURN(const auto normal,
                     normaliseAxes(chosen.orElse(std::move(axes)), static_cast<std::int64_t>(rank)));
    if (pads.values->size() != 2 * normal.size())
        return badInput(
            say("pads has {1} entries where {2} are expected", pads.values->size(), 2 * normal.size()));
    Padding result{std::vector<std::int64_t>(rank, 0), std::vector<std::int64_t>(rank, 0)};
    for (std::size_t i = 0; i < normal.size(); ++i) {
        const auto axis = static_cast<std::size_t>(normal[i]);
        result.before[axis] = (*pads.values)[i];
        result.after[axis] = (*pads.values)[normal.size() + i];
    }
    return std::optional(std::move(result));
}

// What each axis grows by, from pads that are known as symbols.
std::optional<std::vector<ir::Dim>> openPadding(const InferContext& context, std::size_t rank) {
    const auto pads = context.extents(1);
    const IntList chosen = intList(context, "", 3);
    if (!pads || chosen.unknown()) return std::nullopt;
    std::vector<std::int64_t> axes(rank);
    std::iota(axes.begin(), axes.end(), std::int64_t(0));
    const auto normal = normaliseAxes(chosen.orElse(std::move(axes)), static_cast<std::int64_t>(rank));
    if (!normal || pads->size() != 2 * normal->size()) return std::nullopt;
    std::vector<ir::Dim> result(rank, ir::Dim(0));
    for (std::size_t i = 0; i < normal->size(); ++i)
        result[static_cast<std::size_t>((*normal)[i])] = ir::plus((*pads)[i], (*pads)[normal->size() + i]);
    return result;
}

Result<std::int64_t> paddedExtent(std::int64_t extent, std::int64_t before, std::int64_t after) {
    const auto partial = checkedAdd(extent, before);
    const auto sum = partial ? checkedAdd(*partial, after) : std::nullopt;
    constexpr std::int64_t Most = std::int64_t(1) << 40; // so that no index overflows
    if (!sum || *sum < 0 || before < -Most || before > Most || after < -Most || after > Most)
        return badInput(say("pads of {1} and {2} do not fit an extent of {3}", before, after, extent));
    return *sum;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (type.shape) {
        ASSIGN_OR_RETURN(const auto padding, paddingOf(context, type.shape->size()));
        const auto added = padding ? std::nullopt : openPadding(context, type.shape->size());
        for (std::size_t i = 0; i < type.shape->size(); ++i) {
            ir::Dim& dim = (*type.shape)[i];
            if (!padding) {
                dim = added ? ir::plus(dim, (*added)[i]) : ir::Dim();
                continue;
            }
            if (!dim.known()) {
                dim = ir::plus(ir::plus(dim, ir::integerDim(padding->before[i])),
                               ir::integerDim(padding->after[i]));
                continue;
            }
            ASSIGN_OR_RETURN(const auto extent,
                             paddedExtent(dim.value(), padding->before[i], padding->after[i]));
            dim = ir::Dim(extent);
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

// Where position `at` (relative to the input) comes from; -1: the constant.
std::int64_t source(std::int64_t at, std::int64_t extent, const std::string& mode) {
    if (at >= 0 && at < extent) return at;
    if (mode == "constant") return -1;
    if (mode == "edge") return at < 0 ? 0 : extent - 1;
    if (mode == "wrap") return (at % extent + extent) % extent;
    if (extent == 1) return 0;
    const std::int64_t period = 2 * (extent - 1);
    const std::int64_t phase = (at % period + period) % period;
    return phase < extent ? phase : period - phase;
}

// The fill: attribute `value` (float) before opset 11, then input 2.
Result<ir::Tensor> fillOf(KernelContext& context, ir::DataType type) {
    if (context.inputCount() > 2 && context.input(2)) {
        const ir::Tensor& given = *context.input(2);
        if (given.dtype() != type || given.elements() != 1 || !given.hasData())
            return badInput(say("constant_value is {1} where one element of type {2} is expected",
                                given.type().text(), ir::dataTypeName(type)));
        return given;
    }
    const float value = context.node().floatOr("value", 0.0f);
    if (type == ir::DataType::String) return ir::Tensor::ofStrings({}, {std::string()});
    auto scalar = context.scratchTensor(type, {});
    if (!scalar) return scalar;
    std::ranges::fill(scalar->mutableBytes(), std::byte{0});
    switch (type) {
    case ir::DataType::Float32:
        return ir::Tensor::scalar(value);
    case ir::DataType::Float64:
        return ir::Tensor::scalar(static_cast<double>(value));
    case ir::DataType::Float16:
    case ir::DataType::BFloat16:
        scalar->as<std::uint16_t>()[0] =
            type == ir::DataType::Float16 ? ir::floatToHalf(value) : ir::floatToBfloat16(value);
        return scalar;
    default:
        return scalar;
    }
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto padding, paddingOf(context, in->dims().size()));
    if (!padding) return badInput(say("pads or axes are missing"));
    const std::string mode = context.node().stringOr("mode", "constant");
    if (mode != "constant" && mode != "edge" && mode != "reflect" && mode != "wrap")
        return badInput(say("mode is '{1}' where constant, edge, reflect or wrap is expected", mode));
    ASSIGN_OR_RETURN(const auto fill, fillOf(context, in->dtype()));
    ir::Dims dims;
    for (std::size_t i = 0; i < in->dims().size(); ++i) {
        ASSIGN_OR_RETURN(const auto extent, paddedExtent(in->dims()[i], padding->before[i], padding->after[i]));
        if (in->dims()[i] == 0 && extent > 0 && mode != "constant")
            return badInput(say("axis {1} is empty: there is nothing to repeat in mode {2}", i, mode));
        dims.push_back(extent);
    }
    const auto elements = checkedProduct(dims);
    constexpr std::int64_t maxElements = std::int64_t(1) << 34;
    if (!elements || *elements > maxElements)
        return badInput(say("the padded tensor, {1}, has more than {2} elements",
                            ir::TensorType(in->dtype(), dims).text(), maxElements));
    std::vector<std::vector<std::int64_t>> tables(dims.size());
    if (*elements == 0) return ElementSink::makeEmpty(context, 0, in->dtype(), dims);
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, in->dtype(), dims));
    for (std::size_t i = 0; i < dims.size(); ++i)
        for (std::int64_t at = 0; at < dims[i]; ++at)
            tables[i].push_back(source(at - padding->before[i], in->dims()[i], mode));
    return gatherByTables(sink, *in, tables, &fill);
}

} // namespace

extern const Operator entry{
    .name = "Pad",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::pad
