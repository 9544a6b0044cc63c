// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/operands/scalars.h"
#include "core/ops/signal/fourier.h"

#include <algorithm>

namespace edgewright::ops::stft {

namespace {

struct Frames {
    std::int64_t step = 1;
    std::int64_t length = 1;
    std::int64_t count = 0; // per signal
};

Result<std::int64_t> framesIn(std::int64_t extent, std::int64_t step, std::int64_t length) {
    if (step < 1) return badInput(say("frame_step is {1} where at least 1 is expected", step));
    if (length < 1 || length > extent)
        return badInput(say("a frame of {1} samples does not fit a signal of {2}", length, extent));
    return (extent - length) / step + 1;
}

std::int64_t binsOf(std::int64_t length, bool onesided) { return onesided ? length / 2 + 1 : length; }

// signal [batch, samples, 1 or 2], frame_step, window [frame_length], frame_length -> [batch, frames, bins, 2].
// PyTorch's exporter leaves the last axis of real signals out.
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto signal, operand(context, 0));
    const auto rank = signal->rank();
    if (rank && *rank != 2 && *rank != 3)
        return badInput(say("the signal is {1} where [batch, samples, 1 or 2] is expected", signal->text()));
    ASSIGN_OR_RETURN(const auto step, integerScalar(context, 1, "frame_step"));
    auto length = integerScalar(context, 3, "frame_length");
    if (!length) return length.error();
    const ir::TensorType* window = context.input(2);
    if (window && window->shape) {
        RETURN_IF_ERROR(expectRank(*window, 1, say("the window")));
        const ir::Dim& extent = window->shape->front();
        if (extent.known() && !*length) length = std::optional(extent.value());
        if (extent.known() && **length != extent.value())
            return badInput(say("a window of {1} samples for frames of {2}", extent.text(), **length));
    }
    std::vector<ir::Dim> shape{ir::Dim(), ir::Dim(), ir::Dim(), ir::Dim(2)};
    if (*length && **length > 0) shape[2] = ir::Dim(binsOf(**length, context.node().intOr("onesided", 1) != 0));
    if (rank) {
        shape[0] = (*signal->shape)[0];
        const ir::Dim& extent = (*signal->shape)[1];
        if (extent.known() && *length && step) {
            ASSIGN_OR_RETURN(const auto frames, framesIn(extent.value(), *step, **length));
            shape[1] = ir::Dim(frames);
        }
    }
    context.setOutput(0, ir::TensorType(signal->dtype, std::move(shape)));
    return {};
}

// Frames lie side by side while they are transformed.
constexpr std::int64_t Batch = 8;

template <typename T>
struct Operands {
    const T* signal; // [batch, samples, parts]
    const T* window; // [length] or null
    T* out;          // [batch, frames, bins, 2]
    std::int64_t batch, samples, parts, bins;
};

template <typename T>
void gather(const Operands<T>& o, const Frames& frames, std::int64_t first, std::int64_t count, T* re, T* im) {
    for (std::int64_t b = 0; b < count; ++b) {
        const std::int64_t row = (first + b) / frames.count, frame = (first + b) % frames.count;
        const T* from = o.signal + (row * o.samples + frame * frames.step) * o.parts;
        for (std::int64_t j = 0; j < frames.length; ++j) {
            const T factor = o.window ? o.window[j] : T(1);
            re[j * count + b] = from[j * o.parts] * factor;
            if (o.parts == 2) im[j * count + b] = from[j * o.parts + 1] * factor;
        }
    }
}

template <typename T>
Result<void> runAll(KernelContext& context, const Operands<T>& o, const Frames& frames) {
    ASSIGN_OR_RETURN(const auto real, RealFourier<T>::make(frames.length));
    ASSIGN_OR_RETURN(const auto complex, Fourier<T>::make(frames.length));
    const bool isReal = o.parts == 1;
    const std::int64_t total = o.batch * frames.count;
    const std::int64_t plane = frames.length * Batch;
    const std::int64_t each = 2 * plane + std::max(real.workElements(Batch), complex.workElements(Batch));
    const std::int64_t tasks = ceilDiv(total, Batch);
    const int threads = usefulThreads(context.threads(), total * frames.length * 6, tasks);
    ASSIGN_OR_RETURN(const auto memory, context.scratch(threads * each * static_cast<std::int64_t>(sizeof(T))));
    parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        T* const re = reinterpret_cast<T*>(memory.data()) + worker * each;
        T* const im = re + plane;
        const std::int64_t first = task * Batch;
        const std::int64_t count = std::min(Batch, total - first);
        gather(o, frames, first, count, re, im);
        if (isReal)
            real.transform(re, im, count, im + plane);
        else
            complex.transform(re, im, count, im + plane);
        for (std::int64_t b = 0; b < count; ++b) {
            T* to = o.out + (first + b) * o.bins * 2;
            for (std::int64_t k = 0; k < o.bins; ++k) {
                const bool mirrored = isReal && k >= real.bins();
                const std::int64_t at = (mirrored ? frames.length - k : k) * count + b;
                to[2 * k] = re[at];
                to[2 * k + 1] = mirrored ? -im[at] : im[at];
            }
        }
    });
    if (context.run().stopped()) return cancelled();
    return {};
}

// frame_length, the window and the signal must agree.
Result<Frames> framesOf(KernelContext& context, const ir::Tensor& signal, const ir::Tensor* window) {
    const ir::Dims& dims = signal.dims();
    if (dims.size() != 2 && (dims.size() != 3 || (dims[2] != 1 && dims[2] != 2)))
        return badInput(say("the signal is {1} where [batch, samples, 1] or [batch, samples, 2] is expected",
                            signal.type().text()));
    Frames frames;
    ASSIGN_OR_RETURN(const auto step, integerScalar(context, 1, "frame_step"));
    if (!step) return badInput(say("frame_step is missing"));
    frames.step = *step;
    ASSIGN_OR_RETURN(const auto length, integerScalar(context, 3, "frame_length"));
    if (!length && !window) return badInput(say("neither a window nor frame_length is given"));
    frames.length = length ? *length : window->elements();
    if (window && (window->rank() != 1 || window->elements() != frames.length))
        return badInput(
            say("the window is {1} for frames of {2} samples", window->type().text(), frames.length));
    ASSIGN_OR_RETURN(const auto count, framesIn(dims[1], frames.step, frames.length));
    if (frames.length > Fourier<float>::MaxLength)
        return badInput(say("frames of {1} samples where at most {2} are expected", frames.length,
                            Fourier<float>::MaxLength));
    frames.count = count;
    return frames;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto signal, floatOperand(context, 0));
    const ir::Tensor* window = nullptr;
    if (context.node().hasInput(2)) {
        ASSIGN_OR_RETURN(window, floatOperand(context, 2));
        if (window->dtype() != signal->dtype())
            return badInput(
                say("the window is {1} and the signal {2}", window->type().text(), signal->type().text()));
    }
    ASSIGN_OR_RETURN(const auto frames, framesOf(context, *signal, window));
    const ir::Dims& dims = signal->dims();
    const std::int64_t parts = dims.size() == 3 ? dims[2] : 1;
    const std::int64_t bins = binsOf(frames.length, context.node().intOr("onesided", 1) != 0);
    const ir::Dims outDims{dims[0], frames.count, bins, 2};
    if (signal->dtype() == ir::DataType::Float64) {
        ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float64, outDims));
        const Operands<double> o{signal->as<double>().data(),
                                 window ? window->as<double>().data() : nullptr,
                                 out.as<double>().data(),
                                 dims[0],
                                 dims[1],
                                 parts,
                                 bins};
        return out.elements() > 0 ? runAll(context, o, frames) : Result<void>();
    }
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *signal));
    Result<ir::Tensor> factors = window ? asFloat32(context, *window) : Result<ir::Tensor>(ir::Tensor());
    if (!factors) return std::move(factors).error();
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, signal->dtype(), outDims));
    const Operands<float> o{values.as<float>().data(),
                            window ? factors->as<float>().data() : nullptr,
                            out.data().data(),
                            dims[0],
                            dims[1],
                            parts,
                            bins};
    if (!out.data().empty()) RETURN_IF_ERROR(runAll(context, o, frames));
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "STFT",
    .category = Category::Compute,
    .infer = infer,
    .run = run,
    .since = 17,
};

} // namespace edgewright::ops::stft
