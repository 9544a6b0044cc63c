// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/output_type.h"
#include "core/ops/random/random.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::multinomial {

namespace {

Result<ir::DataType> indexType(const ir::Node& node) {
    const auto type = namedType(node, "dtype", ir::DataType::Int32);
    if (!type || *type == ir::DataType::Int32 || *type == ir::DataType::Int64) return type;
    return badInput(say("dtype is {1} where int32 or int64 is expected", ir::dataTypeName(*type)));
}

Result<std::int64_t> sampleSize(const ir::Node& node) {
    const std::int64_t size = node.intOr("sample_size", 1);
    if (size >= 0) return size;
    return badInput(say("sample_size is {1}", size));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*in, 2, say("the input")));
    ASSIGN_OR_RETURN(const auto type, indexType(context.node()));
    ASSIGN_OR_RETURN(const auto size, sampleSize(context.node()));
    context.setOutput(
        0, ir::TensorType(type, std::vector<ir::Dim>{ranked ? (*in->shape)[0] : ir::Dim(), ir::Dim(size)}));
    return {};
}

// Sums of the probabilities up to each class, for logarithms of unnormalised probabilities.
Result<std::vector<double>> cumulated(const ir::Tensor& in, std::int64_t row, std::int64_t classes) {
    std::vector<double> sums;
    double most = -INFINITY;
    for (std::int64_t c = 0; c < classes; ++c)
        most = std::max(most, ir::elementAsDouble(in, row * classes + c));
    double sum = 0;
    for (std::int64_t c = 0; c < classes; ++c) {
        sum += std::exp(ir::elementAsDouble(in, row * classes + c) - most);
        sums.push_back(sum);
    }
    if (!(sum > 0 && std::isfinite(sum)))
        return badInput(say("row {1} holds no class of positive probability, or what is no number", row));
    return sums;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto type, indexType(context.node()));
    ASSIGN_OR_RETURN(const auto size, sampleSize(context.node()));
    const ir::Dims& dims = in->dims();
    if (dims.size() != 2)
        return badInput(say("the input is {1} where a matrix is expected", in->type().text()));
    ASSIGN_OR_RETURN(auto out, context.output(0, type, {dims[0], size}));
    if (out.elements() == 0) return {};
    if (dims[1] == 0) return badInput(say("there are no classes to draw from"));
    Random random = randomOf(context.node());
    for (std::int64_t row = 0; row < dims[0]; ++row) {
        ASSIGN_OR_RETURN(const auto sums, cumulated(*in, row, dims[1]));
        for (std::int64_t i = 0; i < size; ++i) {
            if (i % 4096 == 0 && context.run().stopped()) return cancelled();
            const auto found = std::ranges::upper_bound(sums, random.uniform() * sums.back());
            const std::int64_t drawn = std::min<std::int64_t>(found - sums.begin(), dims[1] - 1);
            const auto at = static_cast<std::size_t>(row * size + i);
            if (type == ir::DataType::Int32)
                out.as<std::int32_t>()[at] = static_cast<std::int32_t>(drawn);
            else
                out.as<std::int64_t>()[at] = drawn;
        }
    }
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Multinomial",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .randomness = Randomness::Always,
    .since = 7,
};

} // namespace edgewright::ops::multinomial
