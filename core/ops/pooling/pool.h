// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes, windows and inference that the pooling operators share.
#pragma once

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/convolution/window.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>
#include <optional>

namespace edgewright::ops {

// Outputs 0 to `outputs` - 1 have the pooled shape: output 0 with the input's dtype, others int64.
Result<void> inferPool(InferContext& context, std::size_t outputs = 1);
// [N, C, 1, 1, ...].
Result<void> inferGlobalPool(InferContext& context);

// The windows of this node on an input of shape `dims`.
Result<Geometry> poolGeometry(const ir::Node& node, const ir::Dims& dims);

// Elements that count under output `o` of one axis: those inside the input, or, with padsToo, inside the padded
// input.
std::int64_t countedElements(const Geometry::Axis& axis, std::int64_t o, bool padsToo);

// Pools all `planes` by the vector kernels, where the geometry is one of theirs: at most two axes, a window of
// a reasonable width. False when it is not.
enum class PlanePooling { Maximum, Average, AverageWithPads };
Result<bool> poolPlanes(KernelContext& context, const Geometry& geometry, PlanePooling how, std::int64_t planes,
                        const float* in, float* out);

// The same for the maximum of 8-bit codes, whose top bits `flip` makes those of unsigned ones.
Result<bool> poolCodes(KernelContext& context, const Geometry& geometry, std::int64_t planes, std::uint8_t flip,
                       const std::uint8_t* in, std::uint8_t* out);

// Float64 input 0 -> pooled output 0, in that precision.
template <typename Body>
Result<void> runPoolOfDoubles(KernelContext& context, const ir::Tensor& in, Body body) {
    ASSIGN_OR_RETURN(const auto geometry, poolGeometry(context.node(), in.dims()));
    ASSIGN_OR_RETURN(auto out, context.output(0, in.dtype(), outputDims(geometry, in.dims(), in.dims()[1])));
    const std::int64_t planes = out.elements() == 0 ? 0 : in.dims()[0] * in.dims()[1];
    for (std::int64_t plane = 0; plane < planes; ++plane) {
        if (context.run().stopped()) return cancelled();
        body(geometry, in.as<double>().data() + plane * geometry.inPlane(),
             out.template as<double>().data() + plane * geometry.outPlane());
    }
    return {};
}

// Float input 0 -> pooled output 0: body(geometry, inPlane, outPlane) for every plane, of float or double.
template <typename Body>
Result<void> runPool(KernelContext& context, Body body, std::optional<PlanePooling> vectors = std::nullopt) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    if (in->dtype() == ir::DataType::Float64) return runPoolOfDoubles(context, *in, body);
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    const ir::Dims& dims = values.dims();
    ASSIGN_OR_RETURN(const auto geometry, poolGeometry(context.node(), dims));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in->dtype(), outputDims(geometry, dims, dims[1])));
    const float* from = values.template as<float>().data();
    float* to = out.data().data();
    if (!out.data().empty()) {
        const std::int64_t planes = dims[0] * dims[1];
        ASSIGN_OR_RETURN(const auto done, vectors ? poolPlanes(context, geometry, *vectors, planes, from, to)
                                                  : Result<bool>(false));
        const int threads =
            usefulThreads(context.threads(), values.elements() / 2 + planes * geometry.outPlane(), planes);
        parallelFor(threads, done ? 0 : planes, [&](std::int64_t plane, int) {
            if (!context.run().stopped())
                body(geometry, from + plane * geometry.inPlane(), to + plane * geometry.outPlane());
        });
    }
    if (context.run().stopped()) return cancelled();
    out.finish();
    return {};
}

// Float input 0 [N, C, ...] -> output 0 [N, C, 1, ...]: reduce(in, elements of a plane), of float or double.
template <typename Reduce>
Result<void> runGlobalPool(KernelContext& context, Reduce reduce) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    ir::Dims dims = in->dims();
    if (dims.size() < 2)
        return badInput(say("the input is {1} where at least 2 axes are expected", in->type().text()));
    std::fill(dims.begin() + 2, dims.end(), 1);
    if (in->dtype() == ir::DataType::Float64) {
        ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float64, dims));
        const std::int64_t count = out.elements();
        const std::int64_t extent = count == 0 ? 0 : in->elements() / count;
        for (std::int64_t i = 0; i < count; ++i)
            out.template as<double>().data()[i] = reduce(in->template as<double>().data() + i * extent, extent);
        return {};
    }
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in->dtype(), dims));
    const float* from = values.template as<float>().data();
    float* to = out.data().data();
    const auto planes = static_cast<std::int64_t>(out.data().size());
    const std::int64_t plane = planes == 0 ? 0 : values.elements() / planes;
    constexpr std::int64_t together = 16;
    const std::int64_t tasks = (planes + together - 1) / together;
    parallelFor(usefulThreads(context.threads(), values.elements() / 8, tasks), tasks,
                [&](std::int64_t task, int) {
                    for (std::int64_t i = task * together; i < std::min(planes, (task + 1) * together); ++i)
                        to[i] = reduce(from + i * plane, plane);
                });
    out.finish();
    return {};
}

} // namespace edgewright::ops
