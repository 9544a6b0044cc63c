// SPDX-License-Identifier: GPL-3.0-or-later
// Depthwise: plane by plane. Everything else by the algorithm that is chosen for it; im2col, here, is panels of
// patches times packed weights, with the epilogue on each finished tile.
#include "core/ops/convolution/convolve.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/kernels/gemm.h"
#include "core/kernels/isa.h"
#include "core/kernels/parallel.h"
#include "core/kernels/table.h"
#include "core/ops/convolution/algorithms.h"
#include "core/ops/convolution/backend_convolution.h"
#include "core/ops/convolution/reduced.h"
#include "core/ops/operands/epilogue.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

using kernels::ceilDivide;

constexpr float Infinity = std::numeric_limits<float>::infinity();

// The algorithm, and the tiles of its matrix product.
struct Way {
    kernels::ConvolutionAlgorithm algorithm;
    const kernels::GemmTiles& tiles;
};

std::int64_t weightFloats(const Convolution& conv, const Way& way) {
    if (way.algorithm == kernels::ConvolutionAlgorithm::Winograd) return winogradWeightFloats(conv);
    if (way.algorithm == kernels::ConvolutionAlgorithm::Direct) return directWeightFloats(conv) * conv.group;
    return kernels::packedRowsFloats(conv.outPerGroup(), conv.depth(), way.tiles) * conv.group;
}

void packWeights(const Convolution& conv, const Way& way, float* to) {
    if (way.algorithm == kernels::ConvolutionAlgorithm::Winograd) return packWinogradWeights(conv, to);
    if (way.algorithm == kernels::ConvolutionAlgorithm::Direct) return packDirectWeights(conv, to);
    const std::int64_t depth = conv.depth();
    for (std::int64_t group = 0; group < conv.group; ++group)
        kernels::packRows(
            {conv.weight + group * conv.outPerGroup() * depth, depth, false, nullptr}, conv.outPerGroup(),
            depth, to + group * kernels::packedRowsFloats(conv.outPerGroup(), depth, way.tiles), way.tiles);
}

float lowOf(const Convolution& conv) { return conv.epilogue ? conv.epilogue->low : -Infinity; }
float highOf(const Convolution& conv) { return conv.epilogue ? conv.epilogue->high : Infinity; }
bool applies(const Convolution& conv) { return conv.epilogue && conv.epilogue->applies; }

void fillBias(const Convolution& conv, std::int64_t plane) {
    for (std::int64_t i = 0; i < conv.batch * conv.outChannels; ++i) {
        const float value = conv.bias ? conv.bias[i % conv.outChannels] : 0.0f;
        std::fill(conv.output + i * plane, conv.output + (i + 1) * plane,
                  std::clamp(value, lowOf(conv), highOf(conv)));
        if (applies(conv)) conv.epilogue->apply(conv.output + i * plane, i * plane, plane);
    }
}

Result<float*> scratchFloats(KernelContext& context, std::int64_t count) {
    ASSIGN_OR_RETURN(auto bytes, context.scratch(count * static_cast<std::int64_t>(sizeof(float))));
    return reinterpret_cast<float*>(bytes.data());
}

// The extents of a 2-D depthwise convolution; the vector kernels know no third axis.
kernels::DepthwisePlane depthwisePlanes(const Convolution& conv) {
    const auto& [d, h, w] = conv.geometry.axes;
    kernels::DepthwisePlane planes{};
    planes.multiplier = conv.outPerGroup();
    planes.inHeight = h.in, planes.inWidth = w.in;
    planes.outHeight = h.out, planes.outWidth = w.out;
    planes.kernelHeight = h.window.kernel, planes.kernelWidth = w.window.kernel;
    planes.strideHeight = h.window.stride, planes.strideWidth = w.window.stride;
    planes.dilationHeight = h.window.dilation, planes.dilationWidth = w.window.dilation;
    planes.padTop = h.window.padBegin, planes.padLeft = w.window.padBegin;
    planes.low = lowOf(conv), planes.high = highOf(conv);
    return planes;
}

// Tap by tap, for what the vector kernels do not take on.
void depthwiseByTaps(const Geometry& g, const kernels::DepthwisePlane& planes) {
    for (std::int64_t plane = 0; plane < planes.planes; ++plane) {
        float* out = planes.out + plane * g.outPlane();
        const float* weight = planes.weight + plane * g.taps();
        std::fill(out, out + g.outPlane(), planes.biases ? planes.biases[plane] : 0.0f);
        slideWindows(g, planes.in + plane / planes.multiplier * g.inPlane(), out, [&](std::int64_t tap) {
            return [factor = weight[tap]](float sum, float x) { return sum + factor * x; };
        });
        for (std::int64_t i = 0; i < g.outPlane(); ++i) {
            out[i] = out[i] < planes.low ? planes.low : out[i];
            out[i] = out[i] > planes.high ? planes.high : out[i];
        }
    }
}

Result<void> depthwise(const Convolution& conv, KernelContext& context) {
    constexpr std::int64_t TaskFloats = std::int64_t(1)
                                        << 14; // of output, so that the epilogue finds them in the cache
    const Geometry& g = conv.geometry;
    const kernels::DepthwiseKernels& kernel = *kernels::table().depthwise;
    const kernels::DepthwisePlane shared = depthwisePlanes(conv);
    const bool flat = g.axes[0].in == 1 && g.axes[0].out == 1 && g.axes[0].window.kernel == 1;
    const std::int64_t floats = flat ? kernel.scratchFloats(shared) : -1;
    const std::int64_t perGroup = conv.outPerGroup();
    const std::int64_t work = conv.batch * conv.outChannels * g.outPlane() * g.taps() / 16;
    const int useful = kernels::usefulThreads(context.threads(), work, conv.batch * conv.group);
    const std::int64_t strip = context.parameters().strip;
    const std::int64_t groupsOfTask =
        strip > 0
            ? std::min(strip, conv.group)
            : kernels::evenPiece(useful, conv.group, TaskFloats / (perGroup * g.outPlane()), 1, conv.batch);
    const std::int64_t tasksOfImage = ceilDivide(conv.group, groupsOfTask);
    const std::int64_t tasks = conv.batch * tasksOfImage;
    const int workers = static_cast<int>(std::min<std::int64_t>(useful, tasks));
    const std::int64_t each = ceilDivide(std::max<std::int64_t>(floats, 0), 16) * 16;
    ASSIGN_OR_RETURN(auto scratch, scratchFloats(context, each * workers));
    const RunContext& run = context.run();
    kernels::parallelFor(workers, tasks, [&](std::int64_t task, int worker) {
        if (run.stopped()) return;
        const std::int64_t firstGroup = task % tasksOfImage * groupsOfTask;
        const std::int64_t groups = std::min(groupsOfTask, conv.group - firstGroup);
        const std::int64_t batch = task / tasksOfImage;
        const std::int64_t channel = firstGroup * perGroup;
        const std::int64_t first = (batch * conv.outChannels + channel) * g.outPlane();
        kernels::DepthwisePlane planes = shared;
        planes.planes = groups * perGroup;
        planes.in = conv.input + (batch * conv.inChannels + firstGroup) * g.inPlane();
        planes.weight = conv.weight + channel * g.taps();
        planes.biases = conv.bias ? conv.bias + channel : nullptr;
        planes.out = conv.output + first;
        planes.scratch = scratch + worker * each;
        if (floats >= 0)
            kernel.run(planes);
        else
            depthwiseByTaps(g, planes);
        if (applies(conv)) conv.epilogue->apply(planes.out, first, planes.planes * g.outPlane());
    });
    return run.stopped() ? Result<void>(cancelled()) : Result<void>();
}

// What a node keeps from run to run.
struct Kept {
    std::shared_ptr<const PreparedBackend> backend;
    std::shared_ptr<const PreparedConvolution> own;
    KeptTaps taps;
};

Kept& keptIn(KernelContext& context) {
    if (!context.state()) context.state() = std::make_shared<Kept>();
    return *std::static_pointer_cast<Kept>(context.state());
}

// Null when the back end leaves this one to the kernels here.
std::shared_ptr<const PreparedBackend> preparedBackend(const Convolution& conv, bool constantWeights,
                                                       KernelContext& context) {
    const kernels::Backend* backend = context.backend();
    if (!backend || !constantWeights) return nullptr;
    std::shared_ptr<const PreparedBackend>& prepared = keptIn(context).backend;
    if (!prepared || !prepared->fits(*backend, conv, context.threads()))
        prepared = std::make_shared<const PreparedBackend>(*backend, conv, context.threads());
    return prepared->declined() ? nullptr : prepared;
}

// Pixels [column, column + columns) of planes [plane, plane + planes) of the output are complete.
void finish(const Convolution& conv, std::int64_t plane, std::int64_t planes, std::int64_t column,
            std::int64_t columns) {
    const std::int64_t pixels = conv.geometry.outPlane();
    if (columns == pixels) { // small planes, of which many follow each other
        conv.epilogue->apply(conv.output + plane * pixels, plane * pixels, planes * pixels);
        return;
    }
    for (std::int64_t i = plane; i < plane + planes; ++i)
        conv.epilogue->apply(conv.output + i * pixels + column, i * pixels + column, columns);
}

// Planes as they are: one matrix product for each image and group.
Result<void> pointwise(const Convolution& conv, const float* weights, KernelContext& context) {
    const std::int64_t pixels = conv.geometry.outPlane();
    const std::int64_t depth = conv.depth();
    kernels::Gemm gemm;
    gemm.m = conv.outPerGroup(), gemm.n = pixels, gemm.k = depth;
    gemm.cStride = pixels;
    gemm.low = lowOf(conv), gemm.high = highOf(conv);
    gemm.parameters = context.parameters().gemm;
    const std::int64_t packed = kernels::packedRowsFloats(gemm.m, depth, kernels::tilesOf(gemm.parameters));
    gemm.a = {conv.weight, depth, false, weights};
    gemm.b = {conv.input, pixels, false, nullptr};
    ASSIGN_OR_RETURN(auto scratch, scratchFloats(context, kernels::gemmScratch(gemm, context.threads())));
    for (std::int64_t batch = 0; batch < conv.batch; ++batch)
        for (std::int64_t group = 0; group < conv.group; ++group) {
            if (context.run().stopped()) return cancelled();
            const std::int64_t channel = group * gemm.m;
            const std::int64_t firstRow = batch * conv.outChannels + channel;
            gemm.a.data = conv.weight + channel * depth;
            gemm.a.packed = weights + group * packed;
            gemm.b.data = conv.input + (batch * conv.inChannels + group * conv.inPerGroup()) * pixels;
            gemm.c = conv.output + firstRow * pixels;
            gemm.rowBias = conv.bias ? conv.bias + channel : nullptr;
            if (applies(conv))
                gemm.finished = [&, firstRow](std::int64_t row, std::int64_t rows, std::int64_t column,
                                              std::int64_t columns) {
                    finish(conv, firstRow + row, rows, column, columns);
                };
            kernels::gemm(gemm, context.threads(), scratch);
        }
    return {};
}

// The planes in the order that the panels want.
Result<const float*> rearranged(const Convolution& conv, const Patches& patches, KernelContext& context) {
    if (!patches.needsRearranging()) return conv.input;
    const std::int64_t planes = conv.batch * conv.inChannels;
    ASSIGN_OR_RETURN(float* to, scratchFloats(context, planes * patches.planeFloats()));
    kernels::parallelFor(kernels::usefulThreads(context.threads(), planes * patches.planeFloats() / 8, planes),
                         planes, [&](std::int64_t plane, int) {
                             patches.rearrange(conv.input + plane * conv.geometry.inPlane(),
                                               to + plane * patches.planeFloats());
                         });
    return to;
}

Result<void> byPatches(const Convolution& conv, const Patches& patches, const float* weights,
                       KernelContext& context) {
    const Geometry& g = conv.geometry;
    const kernels::GemmParameters& parameters = context.parameters().gemm;
    const kernels::GemmTiles& tiles = kernels::tilesOf(parameters);
    const std::int64_t pixels = g.outPlane();
    const std::int64_t m = conv.outPerGroup();
    const std::int64_t depth = conv.depth();
    ASSIGN_OR_RETURN(auto source, rearranged(conv, patches, context));

    const std::int64_t products = conv.batch * conv.group;
    const auto macs = checkedMul(conv.batch * conv.outChannels * pixels, depth);
    const int useful = kernels::usefulThreads(context.threads(), macs.value_or(std::int64_t(1) << 40) / 32,
                                              products * patches.panelCount() * ceilDivide(m, tiles.rows));
    const kernels::GemmBlocking blocking =
        kernels::gemmBlocking(m, pixels, depth, g.taps(), useful, products, parameters);
    const std::int64_t panelsOfBlock = blocking.n / tiles.columns;
    const std::int64_t blocks = ceilDivide(patches.panelCount(), panelsOfBlock);
    const std::int64_t parts = blocking.rowParts(m);
    const std::int64_t tasks = products * blocks * parts;
    const int workers = static_cast<int>(std::min<std::int64_t>(useful, tasks));
    const std::int64_t perWorker = blocking.k * blocking.n + tiles.columns;
    ASSIGN_OR_RETURN(float* const panels, scratchFloats(context, perWorker * workers));
    const RunContext& run = context.run();

    kernels::parallelFor(workers, tasks, [&](std::int64_t task, int worker) {
        const std::int64_t unit = task / parts;
        const std::int64_t firstPanel = unit % blocks * panelsOfBlock;
        const std::int64_t lastPanel = std::min(patches.panelCount(), firstPanel + panelsOfBlock);
        const std::int64_t group = unit / blocks % conv.group;
        const std::int64_t batch = unit / blocks / conv.group;
        const std::int64_t column = firstPanel * tiles.columns;
        const std::int64_t firstRow = task % parts * blocking.m;
        const std::int64_t lastRow = std::min(m, firstRow + blocking.m);
        const float* planes =
            source + (batch * conv.inChannels + group * conv.inPerGroup()) * patches.planeFloats();
        const float* packed = weights + group * kernels::packedRowsFloats(m, depth, tiles);
        const std::int64_t outRow = batch * conv.outChannels + group * m;
        float* const to = panels + worker * perWorker;
        kernels::GemmBlock block{};
        block.b = to;
        block.n = std::min(pixels, lastPanel * tiles.columns) - column;
        block.aPanel = depth * tiles.rows;
        block.cStride = pixels;
        for (std::int64_t k0 = 0; k0 < depth && !run.stopped(); k0 += blocking.k) {
            block.k = std::min(blocking.k, depth - k0);
            block.bPanel = block.k * tiles.columns;
            for (std::int64_t panel = firstPanel; panel < lastPanel; ++panel)
                patches.pack(planes + k0 / g.taps() * patches.planeFloats(), block.k / g.taps(), panel,
                             to + (panel - firstPanel) * block.bPanel);
            const bool last = k0 + block.k == depth;
            block.add = k0 > 0;
            block.low = last ? lowOf(conv) : -Infinity;
            block.high = last ? highOf(conv) : Infinity;
            for (std::int64_t row = firstRow; row < lastRow; row += tiles.rows) {
                block.m = std::min<std::int64_t>(tiles.rows, lastRow - row);
                block.a = packed + row * depth + k0 * tiles.rows;
                block.c = conv.output + (outRow + row) * pixels + column;
                block.rowBias = conv.bias && last ? conv.bias + group * m + row : nullptr;
                tiles.block(block);
                if (last && applies(conv)) finish(conv, outRow + row, block.m, column, block.n);
            }
        }
    });
    return run.stopped() ? Result<void>(cancelled()) : Result<void>();
}

} // namespace

Result<std::shared_ptr<PreparedConvolution>>
PreparedConvolution::make(const Convolution& conv, kernels::ConvolutionAlgorithm algorithm,
                          const kernels::GemmTiles& tiles, bool constantWeights, KernelContext& context) {
    std::shared_ptr<PreparedConvolution> made(new PreparedConvolution(conv.geometry, algorithm, tiles));
    if (algorithm == kernels::ConvolutionAlgorithm::Im2col)
        RETURN_IF_ERROR(made->m_patches.describeAll(context));
    if (!constantWeights) return made;
    ASSIGN_OR_RETURN(auto packed,
                     context.allocatePrepared(ir::DataType::Float32, {weightFloats(conv, {algorithm, tiles})}));
    packWeights(conv, {algorithm, tiles}, packed.as<float>().data());
    made->m_weights = std::move(packed);
    made->m_source = conv.weight;
    return made;
}

bool PreparedConvolution::fits(const Convolution& conv, kernels::ConvolutionAlgorithm algorithm,
                               const kernels::GemmTiles& tiles, bool constantWeights) const {
    return m_tiles == &tiles && m_geometry == conv.geometry && m_algorithm == algorithm &&
           (constantWeights ? m_source == conv.weight : m_source == nullptr);
}

Result<void> convolve(const Convolution& conv, bool constantWeights, KernelContext& context) {
    const std::int64_t pixels = conv.geometry.outPlane();
    if (conv.batch == 0 || conv.outChannels == 0 || pixels == 0) return {};
    if (conv.depth() == 0) {
        fillBias(conv, pixels);
        return {};
    }
    if (const auto backend = preparedBackend(conv, constantWeights, context))
        return backend->run(conv, context);
    Kept& kept = keptIn(context);
    if (kept.taps.source && kept.taps.source != conv.weight) kept.own = nullptr; // made of what these replace
    return convolveReduced(conv, constantWeights, kept.taps, context);
}

Result<void> convolveChosen(const Convolution& conv, bool constantWeights, KernelContext& context) {
    const kernels::ConvolutionAlgorithm algorithm =
        algorithmFor(conv, context.convolutionAlgorithm(), constantWeights);
    if (isDepthwise(conv) && algorithm == kernels::ConvolutionAlgorithm::Direct)
        return depthwise(conv, context);

    // Direct and Winograd have tiles of their own, and weights packed for the first ones.
    const bool isProduct = algorithm == kernels::ConvolutionAlgorithm::Im2col;
    const Way way{algorithm, isProduct ? kernels::tilesOf(context.parameters().gemm) : kernels::tilesOf()};
    std::shared_ptr<const PreparedConvolution>& prepared = keptIn(context).own;
    if (!prepared || !prepared->fits(conv, algorithm, way.tiles, constantWeights)) {
        prepared = nullptr; // for other extents or weights
        ASSIGN_OR_RETURN(prepared,
                         PreparedConvolution::make(conv, algorithm, way.tiles, constantWeights, context));
    }
    const float* weights = prepared->weights();
    if (!weights) {
        ASSIGN_OR_RETURN(auto scratch, scratchFloats(context, weightFloats(conv, way)));
        packWeights(conv, way, scratch);
        weights = scratch;
    }
    if (algorithm == kernels::ConvolutionAlgorithm::Direct) return convolveDirect(conv, weights, context);
    if (algorithm == kernels::ConvolutionAlgorithm::Winograd) return convolveWinograd(conv, weights, context);
    if (prepared->patches().isPointwise()) return pointwise(conv, weights, context);
    return byPatches(conv, prepared->patches(), weights, context);
}

} // namespace edgewright::ops
