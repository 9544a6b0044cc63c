// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/axes.h"
#include "core/ops/operands.h"
#include "core/ops/shapes.h"

namespace edgewright::ops {

namespace {

// 0 copies the input's extent (unless allowzero), -1 takes what is left. `in` may hold symbols.
Result<std::vector<ir::Dim>> resolve(const std::vector<ir::Dim>& in, const std::vector<std::int64_t>& target,
                                     bool allowZero) {
    std::vector<ir::Dim> left = in; // what the -1 has to cover, after copied extents are taken away
    std::vector<ir::Dim> result(target.size());
    std::optional<std::size_t> open;
    ir::Dim fixed(1); // product of the extents that `target` names
    for (std::size_t i = 0; i < target.size(); ++i) {
        if (target[i] == -1) {
            if (open) return badInput("the shape holds -1 more than once");
            open = i;
        } else if (target[i] == 0 && !allowZero) {
            if (i >= in.size())
                return badInput("the shape copies axis " + std::to_string(i) + ", which does not exist");
            result[i] = in[i];
            left[i] = ir::Dim(1);
            if (in[i].known() && in[i].value() == 0) left[i] = fixed = ir::Dim(0);
        } else if (target[i] < 0) {
            return badInput("the shape holds " + std::to_string(target[i]));
        } else {
            result[i] = ir::Dim(target[i]);
            const auto product = fixed.known() ? checkedMul(fixed.value(), target[i]) : std::nullopt;
            if (!product) return badInput("the shape has too many elements");
            fixed = ir::Dim(*product);
        }
    }
    ir::Dim rest(1);
    std::int64_t known = 1;
    std::size_t symbols = 0;
    ir::Dim symbol;
    for (const ir::Dim& dim : left) {
        rest = multiplyDims(rest, dim);
        if (dim.known()) {
            known = checkedMul(known, dim.value()).value_or(0);
        } else {
            ++symbols;
            symbol = dim;
        }
    }
    if (symbols == 0) {
        if (!rest.known()) return badInput("the input has too many elements");
        const bool fits = fixed.value() == 0 ? rest.value() == 0 || open : rest.value() % fixed.value() == 0;
        if (!fits || (!open && rest.value() != fixed.value()))
            return badInput("an input of shape " + ir::TensorType(ir::DataType::Float32, in).text().substr(7) +
                            " does not fill the shape " +
                            ir::TensorType(ir::DataType::Float32, target).text().substr(7));
        if (open) result[*open] = ir::Dim(fixed.value() == 0 ? 0 : rest.value() / fixed.value());
    } else if (open && symbols == 1 && fixed.known() && known == fixed.value()) {
        result[*open] = symbol;
    }
    return result;
}

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const IntList target = intList(context, "shape", 1);
    ir::TensorType type((*in)->dtype);
    if (target.values && (*in)->shape) {
        auto shape = resolve(*(*in)->shape, *target.values, context.node().intOr("allowzero", 0) != 0);
        if (!shape) return std::move(shape).error();
        type.shape = *std::move(shape);
    } else if (const ir::TensorType* given = context.input(1); given && given->rank() == 1) {
        constexpr std::int64_t maxRank = 64;
        if (const auto rank = given->elements(); rank && *rank <= maxRank)
            type.shape = std::vector<ir::Dim>(static_cast<std::size_t>(*rank));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const IntList target = intList(context, "shape", 1);
    if (!target.values) return badInput("the shape is missing");
    const auto shape =
        resolve(toShape((*in)->dims()), *target.values, context.node().intOr("allowzero", 0) != 0);
    if (!shape) return shape.error();
    const auto dims = ir::TensorType((*in)->dtype(), *shape).dims();
    if (!dims || checkedProduct(*dims) != (*in)->elements())
        return badInput("the shape does not fit the input");
    context.setOutput(0, (*in)->reshaped(*dims));
    return {};
}

} // namespace

extern const Operator reshape;
const Operator reshape{
    .domain = "",
    .name = "Reshape",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
