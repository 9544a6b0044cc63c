// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>

namespace edgewright::ops::transpose {

namespace {

Result<std::vector<std::int64_t>> permutation(const ir::Node& node, std::size_t rank) {
    std::vector<std::int64_t> perm = node.ints("perm");
    if (!node.find("perm")) {
        for (std::size_t i = rank; i-- > 0;)
            perm.push_back(static_cast<std::int64_t>(i));
        return perm;
    }
    if (perm.size() != rank)
        return badInput(say("perm has {1} entries where the input has {2} axes", perm.size(), rank));
    return normaliseAxes(perm, static_cast<std::int64_t>(rank));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type(in->dtype);
    if (in->shape) {
        ASSIGN_OR_RETURN(const auto perm, permutation(context.node(), in->shape->size()));
        type.shape.emplace();
        for (const std::int64_t axis : perm)
            type.shape->push_back((*in->shape)[static_cast<std::size_t>(axis)]);
    }
    context.setOutput(0, std::move(type));
    return {};
}

// An axis of the output and the distance of its neighbours in input and output.
struct Axis {
    std::int64_t extent, from, to;
};

// The output's axes, outermost first; those that the input walks as one are joined.
std::vector<Axis> joinedAxes(const ir::Dims& dims, const std::vector<std::int64_t>& strides) {
    std::vector<Axis> axes;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 1) continue;
        if (!axes.empty() && axes.back().from == strides[i] * dims[i])
            axes.back() = {axes.back().extent * dims[i], strides[i], 0};
        else
            axes.push_back({dims[i], strides[i], 0});
    }
    std::int64_t to = 1;
    for (std::size_t i = axes.size(); i-- > 0; to *= axes[i].extent)
        axes[i].to = to;
    return axes;
}

// Squares of the plane that the input's innermost axis and the output's span, for every position on the other
// axes.
void transposePlanes(const std::vector<Axis>& axes, std::size_t inner, const float* in, float* out,
                     int threads) {
    const Axis rows = axes.back();
    const Axis columns = axes[inner];
    std::vector<Axis> others;
    std::int64_t planes = 1;
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
        if (i == inner) continue;
        others.push_back(axes[i]);
        planes *= axes[i].extent;
    }
    constexpr std::int64_t strip = 256; // columns of one task
    const std::int64_t strips = (columns.extent + strip - 1) / strip;
    const std::int64_t elements = planes * rows.extent * columns.extent;
    const auto transpose = kernels::table().elementwise->transpose;
    parallelFor(usefulThreads(threads, elements / 2, planes * strips), planes * strips,
                [&](std::int64_t task, int) {
                    const std::int64_t first = task % strips * strip;
                    std::int64_t from = first;
                    std::int64_t to = first * columns.to;
                    std::int64_t plane = task / strips;
                    for (std::size_t i = others.size(); i-- > 0; plane /= others[i].extent) {
                        from += plane % others[i].extent * others[i].from;
                        to += plane % others[i].extent * others[i].to;
                    }
                    transpose(in + from, rows.from, out + to, columns.to, rows.extent,
                              std::min(strip, columns.extent - first));
                });
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto perm, permutation(context.node(), in->dims().size()));
    const auto from = rowMajorStrides(in->dims());
    ir::Dims dims;
    std::vector<std::int64_t> strides;
    for (const std::int64_t axis : perm) {
        dims.push_back(in->dims()[static_cast<std::size_t>(axis)]);
        strides.push_back(from[static_cast<std::size_t>(axis)]);
    }
    if (in->dtype() == ir::DataType::Float32 && in->elements() > 0) {
        const std::vector<Axis> axes = joinedAxes(dims, strides);
        const auto inner = std::ranges::find(axes, 1, &Axis::from);
        if (!axes.empty() && inner != axes.end() && inner != axes.end() - 1) {
            ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), dims));
            transposePlanes(axes, static_cast<std::size_t>(inner - axes.begin()), in->as<float>().data(),
                            out.as<float>().data(), context.threads());
            return {};
        }
    }
    return gatherByStrides(context, 0, *in, dims, dims, strides);
}

} // namespace

extern const Operator entry{
    .name = "Transpose",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::transpose
