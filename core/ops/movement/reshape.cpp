// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

#include <algorithm>

namespace edgewright::ops::reshape {

namespace {

// 0 copies the input's extent (unless allowzero), -1 takes what is left. Both may hold symbols; an entry of
// `target` that is not known at all may be any of these.
Result<std::vector<ir::Dim>> resolve(const std::vector<ir::Dim>& in, const std::vector<ir::Dim>& target,
                                     bool allowZero) {
    std::vector<ir::Dim> left = in; // what the -1 has to cover, after copied extents are taken away
    std::vector<ir::Dim> result(target.size());
    std::optional<std::size_t> open;
    std::size_t unknown = 0; // entries of the result that are yet to be found
    ir::Dim fixed(1);        // product of the extents that `target` names
    for (std::size_t i = 0; i < target.size(); ++i) {
        const auto number = ir::constantOf(target[i]);
        if (!number && !target[i].symbol().empty()) {
            result[i] = target[i];
            fixed = multiplyDims(fixed, target[i]);
        } else if (!number || *number == -1) {
            if (number && open && ir::constantOf(target[*open]))
                return badInput(say("the shape holds -1 more than once"));
            open = i;
            ++unknown;
        } else if (*number == 0 && !allowZero) {
            if (i >= in.size()) return badInput(say("the shape copies axis {1}, which does not exist", i));
            result[i] = in[i];
            left[i] = ir::Dim(1);
            if (in[i].known() && in[i].value() == 0) left[i] = fixed = ir::Dim(0);
        } else if (*number < 0) {
            return badInput(say("the shape holds {1} where at least -1 is expected", *number));
        } else {
            result[i] = ir::Dim(*number);
            const ir::Dim product = multiplyDims(fixed, result[i]);
            if (fixed.known() && !product.known()) return badInput(say("the shape has too many elements"));
            fixed = product;
        }
    }
    const ir::Dim rest = multiplyDims(left);
    const bool counted = std::ranges::all_of(left, &ir::Dim::known);
    if (counted && !rest.known()) return badInput(say("the input has too many elements"));
    if (rest.known() && fixed.known()) {
        const bool fits = fixed.value() == 0 ? rest.value() == 0 || open : rest.value() % fixed.value() == 0;
        if (!fits || (!open && rest.value() != fixed.value()))
            return badInput(say("an input of shape {1} does not fill the shape {2}",
                                ir::TensorType(ir::DataType::Float32, in).text().substr(7),
                                ir::TensorType(ir::DataType::Float32, target).text().substr(7)));
        if (open && unknown == 1)
            result[*open] = ir::Dim(fixed.value() == 0 ? 0 : rest.value() / fixed.value());
    } else if (unknown == 1) {
        result[*open] = ir::floorDivide(rest, fixed);
    }
    return result;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const DimList target = dimList(context, "shape", 1);
    const bool allowZero = context.node().intOr("allowzero", 0) != 0;
    constexpr std::size_t maxRank = 64;
    ir::TensorType type(in->dtype);
    if (target.values && target.values->size() <= maxRank && in->shape) {
        ASSIGN_OR_RETURN(type.shape, resolve(*in->shape, *target.values, allowZero));
    } else if (const ir::TensorType* given = context.input(1); given && given->rank() == 1) {
        if (const auto rank = given->elements(); rank && *rank <= std::int64_t(maxRank))
            type.shape = std::vector<ir::Dim>(static_cast<std::size_t>(*rank));
    }
    context.setOutput(0, std::move(type));
    return {};
}

// The shape that is asked for plainly, by extents above 0 and at most one -1; resolve() answers for others.
std::optional<ir::Dims> plainShape(const ir::Tensor& in, const std::vector<std::int64_t>& target, bool copies) {
    ir::Dims dims = target;
    std::optional<std::size_t> open;
    std::optional<std::int64_t> product = 1;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 0 && copies && i < in.dims().size()) dims[i] = in.dims()[i];
        if (dims[i] == -1 && !open) {
            open = i;
            continue;
        }
        product = dims[i] > 0 ? checkedMul(*product, dims[i]) : std::nullopt;
        if (!product) return std::nullopt;
    }
    if (in.elements() == 0 || in.elements() % *product != 0 || (!open && in.elements() != *product))
        return std::nullopt;
    if (open) dims[*open] = in.elements() / *product;
    return dims;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const IntList target = intList(context, "shape", 1);
    if (!target.values) return badInput(say("the shape is missing"));
    const bool allowZero = context.node().intOr("allowzero", 0) != 0;
    if (auto plain = plainShape(*in, *target.values, !allowZero)) {
        context.setOutput(0, in->reshaped(*std::move(plain)));
        return {};
    }
    std::vector<ir::Dim> wanted;
    for (const std::int64_t each : *target.values)
        wanted.push_back(ir::integerDim(each));
    ASSIGN_OR_RETURN(const auto shape, resolve(toShape(in->dims()), wanted, allowZero));
    const auto dims = ir::TensorType(in->dtype(), shape).dims();
    if (!dims || checkedProduct(*dims) != in->elements())
        return badInput(say("the shape does not fit the input"));
    context.setOutput(0, in->reshaped(*dims));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Reshape",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .isView = true,
};

} // namespace edgewright::ops::reshape
