// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/cast_elements.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::det {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (type.shape) {
        const std::size_t rank = type.shape->size();
        if (rank < 2) return badInput(say("the input is {1} where at least 2 axes are expected", type.text()));
        const ir::Dim& rows = (*type.shape)[rank - 2];
        const ir::Dim& columns = (*type.shape)[rank - 1];
        if (rows.known() && columns.known() && rows != columns)
            return badInput(say("the input is {1} where square matrices are expected", type.text()));
        type.shape->resize(rank - 2);
    }
    context.setOutput(0, std::move(type));
    return {};
}

// Gaussian elimination with row exchanges; `m` is used up.
double determinant(std::span<double> m, std::size_t size, const RunContext& run) {
    double result = 1;
    for (std::size_t step = 0; step < size && !run.stopped(); ++step) {
        std::size_t pivot = step;
        for (std::size_t row = step + 1; row < size; ++row)
            if (std::abs(m[row * size + step]) > std::abs(m[pivot * size + step])) pivot = row;
        const double top = m[pivot * size + step];
        if (top == 0) return 0;
        if (pivot != step) {
            std::swap_ranges(m.begin() + static_cast<std::ptrdiff_t>(pivot * size),
                             m.begin() + static_cast<std::ptrdiff_t>((pivot + 1) * size),
                             m.begin() + static_cast<std::ptrdiff_t>(step * size));
            result = -result;
        }
        result *= top;
        for (std::size_t row = step + 1; row < size; ++row) {
            const double factor = m[row * size + step] / top;
            for (std::size_t column = step; column < size; ++column)
                m[row * size + column] -= factor * m[step * size + column];
        }
    }
    return result;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    ir::Dims dims = in->dims();
    if (dims.size() < 2 || dims[dims.size() - 1] != dims[dims.size() - 2])
        return badInput(say("the input is {1} where square matrices are expected", in->type().text()));
    const auto size = static_cast<std::size_t>(dims.back());
    dims.resize(dims.size() - 2);
    ASSIGN_OR_RETURN(auto found, context.allocate(ir::DataType::Float64, dims));
    // A tensor without matrices may announce any size of them.
    ASSIGN_OR_RETURN(const auto matrix, context.scratchOf<double>(
                                            found.elements() > 0 ? in->dims().back() * in->dims().back() : 0));
    for (std::size_t i = 0; i < static_cast<std::size_t>(found.elements()); ++i) {
        for (std::size_t k = 0; k < matrix.size(); ++k)
            (matrix)[k] = ir::elementAsDouble(*in, static_cast<std::int64_t>(i * matrix.size() + k));
        found.as<double>()[i] = determinant(matrix, size, context.run());
    }
    if (context.run().stopped()) return cancelled();
    return castInto(context, found, in->dtype());
}

} // namespace

extern const Operator entry{
    .name = "Det",
    .category = Category::Compute,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::det
