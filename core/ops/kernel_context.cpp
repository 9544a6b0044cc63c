// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operator.h"

namespace edgewright::ops {

Error uncountableScratch() { return badInput(say("the operator needs more memory than can be counted")); }

Result<ir::Tensor> KernelContext::scratchTensor(ir::DataType type, const ir::Dims& dims) {
    const auto elements = checkedProduct(dims);
    const auto bytes = elements ? ir::byteCount(type, *elements) : std::nullopt;
    if (!bytes) return badInput(say("a tensor of type {1} has no size", ir::TensorType(type, dims).text()));
    ASSIGN_OR_RETURN(const auto memory, scratch(*bytes));
    return ir::Tensor::over(type, dims, nullptr, memory);
}

} // namespace edgewright::ops
