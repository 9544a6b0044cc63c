// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/random/random_fill.h"

#include "core/base/checked.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/output_type.h"

namespace edgewright::ops {

namespace {

Result<ir::DataType> floatingType(const ir::Node& node, ir::DataType fallback) {
    const auto type = namedType(node, "dtype", fallback);
    if (!type || ir::isFloating(*type) || *type == ir::DataType::Undefined) return type;
    return badInput("random numbers of type " + std::string(ir::dataTypeName(*type)) +
                    " where a floating-point type is expected");
}

Result<ir::Dims> shapeAttribute(const ir::Node& node) {
    ir::Dims dims = node.ints("shape");
    if (!node.find("shape") || !checkedProduct(dims))
        return badInput("shape is missing or holds what is no extent");
    return dims;
}

} // namespace

Result<void> inferRandom(InferContext& context, ShapeFrom from) {
    if (from == ShapeFrom::Attribute) {
        const auto dims = shapeAttribute(context.node());
        if (!dims) return dims.error();
        const auto type = floatingType(context.node(), ir::DataType::Float32);
        if (!type) return type.error();
        context.setOutput(0, ir::TensorType(*type, *dims));
        return {};
    }
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const auto type = floatingType(context.node(), (*in)->dtype);
    if (!type) return type.error();
    ir::TensorType out = **in;
    out.dtype = *type;
    context.setOutput(0, std::move(out));
    return {};
}

Result<void> fillRandom(KernelContext& context, ShapeFrom from, const std::function<double(Random&)>& draw) {
    ir::Dims dims;
    ir::DataType fallback = ir::DataType::Float32;
    if (from == ShapeFrom::Input) {
        const auto in = operand(context, 0);
        if (!in) return in.error();
        dims = (*in)->dims();
        fallback = (*in)->dtype();
    } else {
        auto given = shapeAttribute(context.node());
        if (!given) return std::move(given).error();
        dims = *std::move(given);
    }
    const auto type = floatingType(context.node(), fallback);
    if (!type) return type.error();
    auto out = context.output(0, *type, dims);
    if (!out) return std::move(out).error();
    Random random = randomOf(context.node());
    for (std::size_t i = 0; i < static_cast<std::size_t>(out->elements()); ++i) {
        if (i % 65536 == 0 && context.run().stopped()) return cancelled();
        const double value = draw(random);
        switch (*type) {
        case ir::DataType::Float64:
            out->as<double>()[i] = value;
            break;
        case ir::DataType::Float16:
            out->as<std::uint16_t>()[i] = ir::floatToHalf(static_cast<float>(value));
            break;
        case ir::DataType::BFloat16:
            out->as<std::uint16_t>()[i] = ir::floatToBfloat16(static_cast<float>(value));
            break;
        default:
            out->as<float>()[i] = static_cast<float>(value);
        }
    }
    return {};
}

} // namespace edgewright::ops
