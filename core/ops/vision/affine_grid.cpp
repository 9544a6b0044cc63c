// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::affine_grid {

namespace {

// theta [N, 2, 3] or [N, 3, 4], size [N, C, (D,) H, W] -> [N, (D,) H, W, 2 or 3]
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto theta, operand(context, 0));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*theta, 3, "theta"));
    ir::TensorType type(theta->dtype);
    if (const auto size = context.extents(1)) {
        if (size->size() != 4 && size->size() != 5)
            return badInput(say("size has {1} entries where 4 or 5 are expected", size->size()));
        for (const ir::Dim& extent : *size)
            if (extent.value() < -1) return badInput(say("size holds {1}", extent.text()));
        type.shape.emplace();
        type.shape->push_back(size->front());
        type.shape->insert(type.shape->end(), size->begin() + 2, size->end());
        type.shape->push_back(ir::Dim(static_cast<std::int64_t>(size->size()) - 2));
    } else if (ranked && (*theta->shape)[1].known()) {
        const std::int64_t axes = (*theta->shape)[1].value();
        if (axes != 2 && axes != 3) return badInput(say("theta is {1}", theta->text()));
        type.shape.emplace(static_cast<std::size_t>(axes) + 2, ir::Dim());
        type.shape->front() = (*theta->shape)[0];
        type.shape->back() = ir::Dim(axes);
    }
    context.setOutput(0, std::move(type));
    return {};
}

// Middle of element `i` (or end to end with align_corners) on an axis from -1 to 1.
float place(std::int64_t i, std::int64_t extent, bool alignCorners) {
    const auto at = static_cast<float>(i);
    const auto size = static_cast<float>(extent);
    if (!alignCorners) return (2 * at + 1) / size - 1;
    return extent > 1 ? 2 * at / (size - 1) - 1 : 0.0f;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto theta, floatOperand(context, 0));
    const auto size = knownInts(context, 1);
    if (!size || (size->size() != 4 && size->size() != 5))
        return badInput(say("size has {1} entries where 4 or 5 are expected", size ? size->size() : 0));
    const std::size_t axes = size->size() - 2;
    const auto extents = std::span(*size).subspan(2);
    const auto points = checkedProduct(extents);
    const ir::Dims expected{size->front(), static_cast<std::int64_t>(axes),
                            static_cast<std::int64_t>(axes) + 1};
    if (theta->dims() != expected || !points)
        return badInput(say("theta is {1} where {2} and extents >= 0 are expected", theta->type().text(),
                            ir::TensorType(theta->dtype(), expected).text()));
    ir::Dims dims{size->front()};
    dims.insert(dims.end(), extents.begin(), extents.end());
    dims.push_back(static_cast<std::int64_t>(axes));
    ASSIGN_OR_RETURN(const auto matrix, asFloat32(context, *theta));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, theta->dtype(), dims));
    if (out.data().empty()) return {};
    const bool alignCorners = context.node().intOr("align_corners", 0) != 0;
    std::vector<std::vector<float>> places(axes); // the last axis first, as x is
    for (std::size_t axis = 0; axis < axes; ++axis)
        for (std::int64_t i = 0; i < extents[axes - 1 - axis]; ++i)
            places[axis].push_back(place(i, extents[axes - 1 - axis], alignCorners));
    float* to = out.data().data();
    for (std::int64_t n = 0; n < dims[0]; ++n) {
        const float* rows = matrix.as<float>().data() + static_cast<std::size_t>(n) * axes * (axes + 1);
        for (std::int64_t point = 0; point < *points; ++point) {
            if (point % 65536 == 0 && context.run().stopped()) return cancelled();
            auto rest = static_cast<std::size_t>(point);
            std::size_t index[3] = {0, 0, 0};
            for (std::size_t axis = 0; axis < axes; ++axis) {
                index[axis] = rest % places[axis].size();
                rest /= places[axis].size();
            }
            for (std::size_t row = 0; row < axes; ++row) {
                const float* factors = rows + row * (axes + 1);
                float sum = factors[axes];
                for (std::size_t axis = 0; axis < axes; ++axis)
                    sum += factors[axis] * places[axis][index[axis]];
                *to++ = sum;
            }
        }
    }
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "AffineGrid",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 20,
};

} // namespace edgewright::ops::affine_grid
