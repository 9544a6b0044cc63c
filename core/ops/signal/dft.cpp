// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/operands/scalars.h"
#include "core/ops/signal/fourier.h"

#include <algorithm>

namespace edgewright::ops::dft {

namespace {

// X[..., signal, ..., 1 or 2]: the last axis holds real and imaginary parts.
struct Transform {
    std::size_t axis = 0;
    std::int64_t length = 0; // of the transform: the signal is cut or filled with zeros to it
    bool inverse = false;
    bool onesided = false;
    bool toReal() const { return inverse && onesided; }
    std::int64_t outExtent() const { return onesided && !inverse ? length / 2 + 1 : length; }
};

// The axis is an attribute before opset 20, then input 2; empty when not known yet.
template <typename Context>
Result<std::optional<std::size_t>> axisOf(const Context& context, std::size_t rank) {
    if (rank < 2) return badInput(say("the input has {1} axes where at least 2 are expected", rank));
    std::optional<std::int64_t> axis;
    if (context.opset() < 20) {
        axis = context.node().intOr("axis", 1);
    } else if (!context.node().hasInput(2)) {
        axis = -2;
    } else {
        ASSIGN_OR_RETURN(axis, integerScalar(context, 2, "axis"));
    }
    if (!axis) return std::optional<std::size_t>();
    ASSIGN_OR_RETURN(const auto normal, normaliseAxis(*axis, static_cast<std::int64_t>(rank)));
    if (normal == static_cast<std::int64_t>(rank) - 1)
        return badInput(say("the last axis holds real and imaginary parts: there is no transform along it"));
    return std::optional(static_cast<std::size_t>(normal));
}

Result<void> checkParts(std::int64_t parts) {
    if (parts == 1 || parts == 2) return {};
    return badInput(say("the last axis has {1} entries where 1 (real) or 2 (complex) is expected", parts));
}

std::int64_t ownLength(const Transform& transform, std::int64_t extent) {
    return transform.toReal() ? std::max<std::int64_t>(2 * (extent - 1), 0) : extent;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type(in->dtype);
    if (!in->shape) {
        context.setOutput(0, std::move(type));
        return {};
    }
    std::vector<ir::Dim> shape = *in->shape;
    ASSIGN_OR_RETURN(const auto axis, axisOf(context, shape.size()));
    const ir::Dim parts = shape.back();
    if (parts.known()) RETURN_IF_ERROR(checkParts(parts.value()));
    Transform transform;
    transform.inverse = context.node().intOr("inverse", 0) != 0;
    transform.onesided = context.node().intOr("onesided", 0) != 0;
    ASSIGN_OR_RETURN(const auto given, integerScalar(context, 1, "dft_length"));
    if (given && *given < 1) return badInput(say("dft_length is {1}", *given));
    for (std::size_t i = 0; i + 1 < shape.size(); ++i) {
        if (axis && *axis != i) continue;
        const bool open = !axis || (context.node().hasInput(1) ? !given : !shape[i].known());
        const bool keeps = open && axis && !context.node().hasInput(1) && !transform.onesided;
        if (keeps) continue;
        if (open) {
            shape[i] = ir::Dim();
            continue;
        }
        transform.length = given ? *given : ownLength(transform, shape[i].value());
        shape[i] = ir::Dim(transform.outExtent());
    }
    shape.back() = ir::Dim(transform.toReal() ? 1 : 2);
    type.shape = std::move(shape);
    context.setOutput(0, std::move(type));
    return {};
}

// Signals lie side by side along the axes behind the transformed one.
constexpr std::int64_t Batch = 8;

template <typename T>
struct Signals {
    const T* in;
    T* out;
    std::int64_t extent;   // of the input along the axis
    std::int64_t parts;    // 1 or 2
    std::int64_t inner;    // product of the extents behind the axis, without the parts
    std::int64_t outParts; // 1 or 2
};

template <typename T>
void gather(const Signals<T>& s, const Transform& t, std::int64_t first, std::int64_t count, T* re, T* im) {
    std::fill_n(re, t.length * count, T(0));
    std::fill_n(im, t.length * count, T(0));
    // The bins that a one-sided spectrum leaves out are conjugates of those that it has.
    const std::int64_t given = std::min(s.extent, t.toReal() ? t.length / 2 + 1 : t.length);
    for (std::int64_t b = 0; b < count; ++b) {
        const std::int64_t outer = (first + b) / s.inner, inner = (first + b) % s.inner;
        for (std::int64_t j = 0; j < given; ++j) {
            const T* from = s.in + ((outer * s.extent + j) * s.inner + inner) * s.parts;
            re[j * count + b] = from[0];
            im[j * count + b] = s.parts == 2 ? from[1] : T(0);
        }
        if (!t.toReal()) continue;
        im[b] = T(0);
        for (std::int64_t j = 1; 2 * j < t.length; ++j) {
            re[(t.length - j) * count + b] = re[j * count + b];
            im[(t.length - j) * count + b] = -im[j * count + b];
        }
        if (t.length % 2 == 0) im[t.length / 2 * count + b] = T(0);
    }
}

template <typename T>
void scatter(const Signals<T>& s, const Transform& t, std::int64_t first, std::int64_t count, const T* re,
             const T* im) {
    const T scale = t.inverse ? T(1) / static_cast<T>(t.length) : T(1);
    const std::int64_t extent = t.outExtent();
    for (std::int64_t b = 0; b < count; ++b) {
        const std::int64_t outer = (first + b) / s.inner, inner = (first + b) % s.inner;
        for (std::int64_t k = 0; k < extent; ++k) {
            T* to = s.out + ((outer * extent + k) * s.inner + inner) * s.outParts;
            to[0] = re[k * count + b] * scale;
            if (s.outParts == 2) to[1] = im[k * count + b] * scale;
        }
    }
}

template <typename T>
Result<void> runAll(KernelContext& context, const Signals<T>& s, const Transform& t, std::int64_t signals) {
    // A forward transform of real signals of which half the bins are wanted takes half the time.
    const bool halved = s.parts == 1 && t.onesided && !t.inverse;
    ASSIGN_OR_RETURN(const auto real, RealFourier<T>::make(t.length));
    ASSIGN_OR_RETURN(const auto complex, Fourier<T>::make(t.length));
    const std::int64_t plane = t.length * Batch;
    const std::int64_t each = 2 * plane + std::max(real.workElements(Batch), complex.workElements(Batch));
    const std::int64_t tasks = ceilDiv(signals, Batch);
    const int threads = usefulThreads(context.threads(), signals * t.length * 8, tasks);
    ASSIGN_OR_RETURN(const auto memory, context.scratch(threads * each * static_cast<std::int64_t>(sizeof(T))));
    parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        T* const re = reinterpret_cast<T*>(memory.data()) + worker * each;
        T* const im = re + plane;
        T* const work = im + plane;
        const std::int64_t first = task * Batch;
        const std::int64_t count = std::min(Batch, signals - first);
        gather(s, t, first, count, re, im);
        if (halved)
            real.transform(re, im, count, work);
        else if (t.inverse)
            complex.transform(im, re, count, work);
        else
            complex.transform(re, im, count, work);
        scatter(s, t, first, count, re, im);
    });
    if (context.run().stopped()) return cancelled();
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    ir::Dims dims = in->dims();
    ASSIGN_OR_RETURN(const auto axis, axisOf(context, dims.size()));
    if (!axis) return badInput(say("axis is missing"));
    RETURN_IF_ERROR(checkParts(dims.back()));
    Transform t;
    t.axis = *axis;
    t.inverse = context.node().intOr("inverse", 0) != 0;
    t.onesided = context.node().intOr("onesided", 0) != 0;
    ASSIGN_OR_RETURN(const auto given, integerScalar(context, 1, "dft_length"));
    const std::int64_t extent = dims[t.axis];
    t.length = given ? *given : ownLength(t, extent);
    if (t.length < 1 || t.length > Fourier<float>::MaxLength)
        return badInput(
            say("a transform of length {1} where 1 to {2} is expected", t.length, Fourier<float>::MaxLength));
    const std::int64_t parts = dims.back();
    const auto axes = std::span(dims);
    const auto outer = checkedProduct(axes.first(t.axis));
    const auto inner = checkedProduct(axes.subspan(t.axis + 1, dims.size() - t.axis - 2));
    const auto signals = outer && inner ? checkedMul(*outer, *inner) : std::nullopt;
    if (!signals) return badInput(say("the input has too many elements"));
    const std::int64_t outParts = t.toReal() ? 1 : 2;
    dims[t.axis] = t.outExtent();
    dims.back() = outParts;
    if (in->dtype() == ir::DataType::Float64) {
        ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float64, dims));
        const Signals<double> s{
            in->as<double>().data(), out.as<double>().data(), extent, parts, *inner, outParts};
        return *signals > 0 ? runAll(context, s, t, *signals) : Result<void>();
    }
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in->dtype(), dims));
    const Signals<float> s{values.as<float>().data(), out.data().data(), extent, parts, *inner, outParts};
    if (*signals > 0) RETURN_IF_ERROR(runAll(context, s, t, *signals));
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "DFT",
    .category = Category::Compute,
    .infer = infer,
    .run = run,
    .since = 17,
};

} // namespace edgewright::ops::dft
