// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/pooling/pool.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"

namespace edgewright::ops {

Result<void> inferPool(InferContext& context, std::size_t outputs) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    const auto kernel = context.node().ints("kernel_shape");
    if (kernel.empty()) return badInput(say("kernel_shape is missing"));
    ASSIGN_OR_RETURN(auto window, readWindow(context.node(), kernel));
    ir::TensorType type = *x;
    if (type.shape) {
        RETURN_IF_ERROR(expectRank(*x, kernel.size() + 2, say("the input")));
        for (std::size_t i = 0; i < kernel.size(); ++i) {
            ir::Dim& extent = (*type.shape)[i + 2];
            ASSIGN_OR_RETURN(extent, slideDim(window, i, extent));
        }
    }
    context.setOutput(0, type);
    type.dtype = ir::DataType::Int64;
    for (std::size_t i = 1; i < outputs; ++i)
        context.setOutput(i, type);
    return {};
}

Result<void> inferGlobalPool(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ir::TensorType type = *x;
    if (type.shape) {
        if (type.shape->size() < 2)
            return badInput(say("the input is {1} where at least 2 axes are expected", type.text()));
        std::fill(type.shape->begin() + 2, type.shape->end(), ir::Dim(1));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<Geometry> poolGeometry(const ir::Node& node, const ir::Dims& dims) {
    ASSIGN_OR_RETURN(auto window, readWindow(node, node.ints("kernel_shape")));
    return geometryOf(std::move(window), dims);
}

std::int64_t countedElements(const Geometry::Axis& axis, std::int64_t o, bool padsToo) {
    const WindowAxis& w = axis.window;
    const std::int64_t begin = o * w.stride - w.padBegin; // position of tap 0
    const std::int64_t low = padsToo ? -w.padBegin : 0;
    const std::int64_t high = padsToo ? axis.in + w.padEnd : axis.in;
    const std::int64_t first = begin >= low ? 0 : (low - begin + w.dilation - 1) / w.dilation;
    const std::int64_t last =
        begin >= high ? 0 : std::min(w.kernel, (high - begin + w.dilation - 1) / w.dilation);
    return std::max<std::int64_t>(0, last - first);
}

namespace {

// The axes of the planes, where there are no more than two: a plane of one column is one of one row.
struct PlaneAxes {
    const Geometry::Axis *h = nullptr, *w = nullptr;

    explicit PlaneAxes(const Geometry& geometry) {
        if (!geometry.axes[0].isTrivial()) return;
        const bool column = geometry.axes[2].isTrivial();
        h = &geometry.axes[column ? 2 : 1];
        w = &geometry.axes[column ? 1 : 2];
    }
    explicit operator bool() const { return h != nullptr; }

    template <typename Pool>
    Pool pool() const {
        Pool pool{};
        pool.inHeight = h->in, pool.inWidth = w->in;
        pool.outHeight = h->out, pool.outWidth = w->out;
        pool.kernelHeight = h->window.kernel, pool.kernelWidth = w->window.kernel;
        pool.strideHeight = h->window.stride, pool.strideWidth = w->window.stride;
        pool.dilationHeight = h->window.dilation, pool.dilationWidth = w->window.dilation;
        pool.padTop = h->window.padBegin, pool.padLeft = w->window.padBegin;
        return pool;
    }
};

// All planes from pool.in on, some at a time, each worker with `scratch` elements of its own.
template <typename Pool>
Result<void> runPlanes(KernelContext& context, const Geometry& geometry, std::int64_t planes, const Pool& pool,
                       std::int64_t scratch, void (*run)(const Pool&)) {
    constexpr std::int64_t together = 8; // planes of one task
    const std::int64_t tasks = (planes + together - 1) / together;
    const int threads =
        usefulThreads(context.threads(), planes * (geometry.inPlane() + geometry.outPlane()) / 4, tasks);
    constexpr auto size = static_cast<std::int64_t>(sizeof(*pool.scratch));
    const std::int64_t each = (scratch * size + 63) / 64 * 64;
    ASSIGN_OR_RETURN(auto memory, context.scratch(each * threads));
    parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        Pool part = pool;
        const std::int64_t first = task * together;
        part.planes = std::min(together, planes - first);
        part.in += first * geometry.inPlane();
        part.out += first * geometry.outPlane();
        part.scratch = reinterpret_cast<decltype(part.scratch)>(memory.data() + worker * each);
        run(part);
    });
    return {};
}

} // namespace

Result<bool> poolPlanes(KernelContext& context, const Geometry& geometry, PlanePooling how, std::int64_t planes,
                        const float* in, float* out) {
    const PlaneAxes axes(geometry);
    if (!axes) return false;
    const kernels::PlanePoolKernels& kernel = *kernels::table().pool;
    auto pool = axes.pool<kernels::PlanePool>();
    const std::int64_t floats = kernel.scratchFloats(pool);
    if (floats < 0) return false;
    std::vector<float> factors;
    for (const auto* axis : {axes.h, axes.w})
        for (std::int64_t o = 0; how != PlanePooling::Maximum && o < axis->out; ++o) {
            const std::int64_t counted = countedElements(*axis, o, how == PlanePooling::AverageWithPads);
            factors.push_back(1.0f / static_cast<float>(std::max<std::int64_t>(1, counted)));
        }
    pool.rowFactor = factors.data();
    pool.columnFactor = factors.data() + (factors.empty() ? 0 : axes.h->out);
    pool.in = in;
    pool.out = out;
    RETURN_IF_ERROR(runPlanes(context, geometry, planes, pool, floats,
                              how == PlanePooling::Maximum ? kernel.maximum : kernel.average));
    return true;
}

Result<bool> poolCodes(KernelContext& context, const Geometry& geometry, std::int64_t planes, std::uint8_t flip,
                       const std::uint8_t* in, std::uint8_t* out) {
    const PlaneAxes axes(geometry);
    if (!axes) return false;
    const kernels::PlanePoolKernels& kernel = *kernels::table().pool;
    auto pool = axes.pool<kernels::CodePool>();
    const std::int64_t bytes = kernel.codeScratch(pool);
    if (bytes < 0) return false;
    pool.flip = flip;
    pool.in = in;
    pool.out = out;
    RETURN_IF_ERROR(runPlanes(context, geometry, planes, pool, bytes, kernel.maximumOfCodes));
    return true;
}

} // namespace edgewright::ops
