// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/machine_learning/features.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops {

namespace {

Result<void> expectRows(const ir::TensorType& type) {
    const bool numeric = ir::isFloating(type.dtype) || ir::isInteger(type.dtype) ||
                         type.dtype == ir::DataType::Bool || type.dtype == ir::DataType::Undefined;
    const bool fits = !type.shape || type.shape->size() == 1 || type.shape->size() == 2;
    if (numeric && fits) return {};
    return badInput(say("the input is {1} where numbers in [N,F] or [F] are expected", type.text()));
}

} // namespace

Result<FeatureRows> featureRows(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectRows(in->type()));
    FeatureRows result;
    result.rows = in->rank() == 1 ? 1 : in->dims().front();
    result.features = in->dims().back();
    ASSIGN_OR_RETURN(const auto values, context.scratchOf<double>(in->elements()));
    for (std::size_t i = 0; i < values.size(); ++i)
        (values)[i] = ir::elementAsDouble(*in, static_cast<std::int64_t>(i));
    result.values = values;
    return result;
}

Result<ir::Dim> inferRows(const InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectRows(*in));
    if (!in->shape) return ir::Dim();
    return in->shape->size() == 1 ? ir::Dim(1) : in->shape->front();
}

Result<MatrixProducts> rowProduct(Types inputs, std::int64_t scores) {
    ASSIGN_OR_RETURN(const auto x, extentsOf(inputs, 0));
    if (x.empty() || x.size() > 2 || scores < 0)
        return badInput(say("expected rows of features and their scores"));
    return MatrixProducts{{.m = x.size() == 2 ? x.front() : 1, .n = scores, .k = x.back()}};
}

} // namespace edgewright::ops
