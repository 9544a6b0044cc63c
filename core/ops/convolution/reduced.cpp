// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/convolution/reduced.h"

#include "core/base/propagate.h"
#include "core/kernels/parallel.h"
#include "core/ops/convolution/algorithms.h"
#include "core/ops/operands/epilogue.h"

#include <algorithm>
#include <utility>

namespace edgewright::ops {

namespace {

constexpr std::int64_t FewPixels = 32; // of an image's output: fewer than two vectors

// [a, b, plane] to [b, a, plane].
void transposePlanes(const float* from, std::int64_t a, std::int64_t b, std::int64_t plane, float* to,
                     int threads) {
    const int useful = kernels::usefulThreads(threads, a * b * plane / 8, b);
    kernels::parallelFor(useful, b, [&](std::int64_t j, int) {
        for (std::int64_t i = 0; i < a; ++i)
            std::copy_n(from + (i * b + j) * plane, plane, to + (j * a + i) * plane);
    });
}

Result<const float*> takenTaps(const Convolution& conv, const ConvolutionReduction& reduction,
                               bool constantWeights, KeptTaps& kept, KernelContext& context) {
    if (!constantWeights) {
        ASSIGN_OR_RETURN(const auto to, context.scratchOf<float>(reduction.weightFloats(conv)));
        reduction.copyWeights(conv, to.data());
        return to.data();
    }
    if (!kept.weights.hasData() || kept.source != conv.weight || kept.taken != reduction.taps.axes) {
        ASSIGN_OR_RETURN(kept.weights,
                         context.allocatePrepared(ir::DataType::Float32, {reduction.weightFloats(conv)}));
        reduction.copyWeights(conv, kept.weights.as<float>().data());
        kept.source = conv.weight;
        kept.taken = reduction.taps.axes;
    }
    return std::as_const(kept.weights).as<float>().data();
}

// The bounds of an epilogue without what it applies.
class BoundsAlone final : public Epilogue {
public:
    explicit BoundsAlone(const Epilogue* from) {
        if (from) low = from->low, high = from->high;
        applies = false;
    }
    void apply(float*, std::int64_t, std::int64_t) const override {}
};

} // namespace

ConvolutionReduction ConvolutionReduction::of(const Convolution& conv) {
    ConvolutionReduction made{.taps = UsedTaps::of(conv.geometry), .geometry = {}};
    made.geometry = made.taps.geometry;
    auto& axes = made.geometry.axes;
    if (axes[2].isTrivial() && !axes[1].isTrivial()) {
        std::swap(axes[1], axes[2]);
        axes[1].window = WindowAxis();
    }
    if (conv.batch > 1 && axes[0].isTrivial() && !isDepthwise(conv) && made.geometry.outPlane() <= FewPixels) {
        made.joinsBatch = true;
        axes[0] = Geometry::Axis();
        axes[0].in = axes[0].out = conv.batch;
    }
    return made;
}

Convolution ConvolutionReduction::applied(const Convolution& conv) const {
    Convolution result = conv;
    result.geometry = geometry;
    if (joinsBatch) result.batch = 1;
    return result;
}

std::int64_t ConvolutionReduction::weightFloats(const Convolution& conv) const {
    return conv.outChannels * conv.inPerGroup() * geometry.taps();
}

void ConvolutionReduction::copyWeights(const Convolution& conv, float* to) const {
    const std::vector<std::int64_t> kept = taps.indices(conv.geometry);
    const float* from = conv.weight;
    for (std::int64_t filter = 0; filter < conv.outChannels * conv.inPerGroup(); ++filter) {
        for (const std::int64_t tap : kept)
            *to++ = from[tap];
        from += conv.geometry.taps();
    }
}

const char* ConvolutionReduction::text() const {
    if (!taps.areAll && joinsBatch) return ", without taps that read only padding, the batch as one image";
    if (!taps.areAll) return ", without taps that read only padding";
    return joinsBatch ? ", the batch as one image" : "";
}

Result<void> convolveReduced(const Convolution& conv, bool constantWeights, KeptTaps& kept,
                             KernelContext& context) {
    const ConvolutionReduction reduction = ConvolutionReduction::of(conv);
    Convolution reduced = reduction.applied(conv);
    if (!reduction.taps.areAll) {
        ASSIGN_OR_RETURN(reduced.weight, takenTaps(conv, reduction, constantWeights, kept, context));
    }
    if (!reduction.joinsBatch) return convolveChosen(reduced, constantWeights, context);
    const std::int64_t inPlane = conv.geometry.inPlane(), outPlane = conv.geometry.outPlane();
    ASSIGN_OR_RETURN(const auto in, context.scratchOf<float>(conv.batch * conv.inChannels * inPlane));
    ASSIGN_OR_RETURN(const auto out, context.scratchOf<float>(conv.batch * conv.outChannels * outPlane));
    transposePlanes(conv.input, conv.batch, conv.inChannels, inPlane, in.data(), context.threads());
    const BoundsAlone bounds(conv.epilogue);
    reduced.input = in.data(), reduced.output = out.data(), reduced.epilogue = &bounds;
    RETURN_IF_ERROR(convolveChosen(reduced, constantWeights, context));
    transposePlanes(out.data(), conv.outChannels, conv.batch, outPlane, conv.output, context.threads());
    if (conv.epilogue && conv.epilogue->applies)
        conv.epilogue->apply(conv.output, 0, conv.batch * conv.outChannels * outPlane);
    return {};
}

} // namespace edgewright::ops
