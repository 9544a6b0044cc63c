// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of whole rows of tiles: transform what lies under one, multiply some output channels at a time,
// transform back what is still in the cache.
#include "core/base/propagate.h"
#include "core/kernels/gemm.h"
#include "core/kernels/isa.h"
#include "core/kernels/parallel.h"
#include "core/kernels/table.h"
#include "core/ops/convolution/algorithms.h"
#include "core/ops/operands/epilogue.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

using kernels::ceilDivide;
using kernels::WinogradElements;

constexpr float WinogradUnbounded = std::numeric_limits<float>::infinity();
constexpr std::int64_t WinogradLine = 16;            // floats of a cache line
constexpr std::int64_t WinogradFloats = 112 * 1024;  // of input in work
constexpr std::int64_t WinogradProducts = 64 * 1024; // floats of output in work
constexpr std::int64_t WinogradTilesInWork = 240;    // in work
constexpr std::int64_t WinogradPhases = 8;           // of dilated rows
constexpr std::int64_t WinogradWeightTime = 4;       // to read a vector of them, in that of a product

std::int64_t winogradRoundUp(std::int64_t value, std::int64_t to) { return ceilDivide(value, to) * to; }

// The inputs of one block, transformed: for each of the 36 elements panels of tiles, as a matrix product wants
// them. Elements lie a line more than their floats apart, or all would fall into the same sets of the cache.
struct WinogradLayout {
    std::int64_t rows;           // of tiles in a block
    std::int64_t blocks;         // of an image
    std::int64_t tiles;          // of a block, rounded up to vectors
    std::int64_t panel, element; // floats from one to the next
    std::int64_t channels;       // of output in work
    std::int64_t product;        // floats from one element of the products to the next
    std::int64_t stage;          // floats of scratch for one channel's input

    std::int64_t inputFloats() const { return winogradRoundUp(WinogradElements * element, WinogradLine); }
    std::int64_t productFloats() const { return WinogradElements * product + WinogradLine; }
    std::int64_t floats() const {
        return inputFloats() + winogradRoundUp(productFloats(), WinogradLine) +
               winogradRoundUp(stage, WinogradLine);
    }
};

// The rows of outputs phase, phase + dilation, ...: an image of their own.
kernels::WinogradRows winogradRowsOf(const Convolution& conv, std::int64_t phase, std::int64_t first,
                                     std::int64_t count) {
    const auto& [d, h, w] = conv.geometry.axes;
    const std::int64_t step = h.window.dilation;
    return {.inHeight = h.in,
            .inWidth = w.in,
            .outWidth = w.out,
            .outHeight = ceilDivide(h.out - phase, step),
            .top = phase - h.window.padBegin,
            .padLeft = w.window.padBegin,
            .step = step,
            .first = first,
            .count = count};
}

// Of the first phase, which has the most.
std::int64_t rowsOfTiles(const Convolution& conv) {
    const Geometry::Axis& h = conv.geometry.axes[1];
    return ceilDivide(ceilDivide(h.out, h.window.dilation), kernels::WinogradOutputs);
}

// Estimated, of a task with `rows` of tiles and `channels` of output.
std::int64_t winogradTaskTime(const Convolution& conv, std::int64_t rows, std::int64_t channels) {
    const std::int64_t lanes = kernels::table().lanes, in = conv.inPerGroup();
    const std::int64_t vectors = ceilDivide(rows * winogradRowsOf(conv, 0, 0, rows).across(), lanes);
    return vectors * (WinogradElements * in * channels + (in + channels) * TransformTilesTime) +
           WinogradElements * in * ceilDivide(channels, lanes) * WinogradWeightTime;
}

// Whether one image gives as many threads as there are `blocks` of it more when its rows of tiles are shared
// out, so that each goes over all weights, than when its output channels are, and each transforms all of the
// input.
bool sharesRows(const Convolution& conv, std::int64_t rows, std::int64_t blocks) {
    const std::int64_t m = conv.outPerGroup();
    return blocks <= rows && winogradTaskTime(conv, ceilDivide(rows, blocks), m) <
                                 winogradTaskTime(conv, rows, ceilDivide(m, blocks));
}

WinogradLayout winogradLayout(const Convolution& conv, int threads,
                              const kernels::KernelParameters& parameters) {
    const kernels::Table& table = kernels::table();
    const std::int64_t in = conv.inPerGroup();
    const kernels::WinogradRows all = winogradRowsOf(conv, 0, 0, rowsOfTiles(conv));
    const std::int64_t most = std::clamp<std::int64_t>(WinogradFloats / (WinogradElements * in),
                                                       table.gemm->columns, WinogradTilesInWork);
    WinogradLayout layout{};
    layout.blocks = ceilDivide(all.count, std::max<std::int64_t>(1, most / all.across()));
    const std::int64_t units = conv.batch * conv.group * conv.geometry.axes[1].window.dilation;
    if (units * layout.blocks > 1 || sharesRows(conv, all.count, threads))
        layout.blocks = std::min(all.count, winogradRoundUp(units * layout.blocks, threads) / units);
    if (parameters.strip > 0) layout.blocks = ceilDivide(all.count, std::min(parameters.strip, all.count));
    layout.blocks = std::max<std::int64_t>(1, layout.blocks);
    layout.rows = ceilDivide(all.count, layout.blocks);
    layout.blocks = ceilDivide(all.count, layout.rows);
    layout.tiles = winogradRoundUp(layout.rows * all.across(), table.lanes);
    layout.panel = in * table.gemm->columns;
    layout.element = ceilDivide(layout.tiles, table.gemm->columns) * layout.panel + WinogradLine;
    const std::int64_t wanted = ceilDivide(parameters.channels, table.gemm->rows);
    const std::int64_t fitting =
        wanted > 0 ? wanted : WinogradProducts / (WinogradElements * layout.tiles) / table.gemm->rows;
    layout.channels = std::min(winogradRoundUp(conv.outPerGroup(), table.gemm->rows),
                               std::max<std::int64_t>(1, fitting) * table.gemm->rows);
    layout.product = layout.channels * layout.tiles + WinogradLine;
    layout.stage = table.winograd->scratchFloats(winogradRowsOf(conv, 0, 0, layout.rows));
    return layout;
}

// One group of one image, and which of its rows of outputs.
struct WinogradPart {
    std::int64_t batch, group, phase;
};

// What one task does: a block of an image, all or some of the output channels.
class WinogradBlock {
public:
    WinogradBlock(const Convolution& conv, const WinogradLayout& layout, const float* weights, float* scratch)
        : m_conv(conv), m_layout(layout), m_weights(weights), m_input(scratch),
          m_product(scratch + layout.inputFloats()),
          m_stage(m_product + winogradRoundUp(layout.productFloats(), WinogradLine)) {}

    void transformInput(const kernels::WinogradRows& rows, std::int64_t firstChannel) const {
        const kernels::Table& table = kernels::table();
        for (std::int64_t channel = 0; channel < m_conv.inPerGroup(); ++channel)
            table.winograd->transformInput(
                rows, m_conv.input + (firstChannel + channel) * m_conv.geometry.inPlane(),
                m_input + channel * table.gemm->columns, m_layout.panel, m_layout.element, m_stage);
    }

    // Output channels [first, last) of a group of an image.
    void multiply(const kernels::WinogradRows& rows, const WinogradPart& part, std::int64_t first,
                  std::int64_t last) const {
        const kernels::GemmTiles& tiles = *kernels::table().gemm;
        const std::int64_t depth = m_conv.inPerGroup();
        kernels::GemmBlock block{};
        block.aPanel = depth * tiles.rows;
        block.bPanel = m_layout.panel;
        block.m = last - first, block.k = depth;
        block.cStride = m_layout.tiles;
        block.low = -WinogradUnbounded, block.high = WinogradUnbounded;
        const std::int64_t packed = kernels::packedRowsFloats(m_conv.outPerGroup(), depth);
        const std::int64_t columns = winogradRoundUp(rows.tiles(), kernels::table().lanes);
        for (std::int64_t element = 0; element < WinogradElements; ++element) {
            block.a = m_weights + element * packed + first * depth;
            // A panel stays in the first-level cache for all of these channels.
            for (std::int64_t column = 0; column < columns; column += tiles.columns) {
                block.n = std::min<std::int64_t>(tiles.columns, columns - column);
                block.b = m_input + element * m_layout.element + column / tiles.columns * m_layout.panel;
                block.c = m_product + element * m_layout.product + column;
                tiles.block(block);
            }
        }
        finish(rows, part, first, last);
    }

private:
    void finish(const kernels::WinogradRows& rows, const WinogradPart& part, std::int64_t first,
                std::int64_t last) const {
        const Epilogue* epilogue = m_conv.epilogue;
        const float low = epilogue ? epilogue->low : -WinogradUnbounded,
                    high = epilogue ? epilogue->high : WinogradUnbounded;
        const std::int64_t pixels = m_conv.geometry.outPlane();
        for (std::int64_t i = first; i < last; ++i) {
            const std::int64_t channel = part.group * m_conv.outPerGroup() + i;
            const std::int64_t at =
                (part.batch * m_conv.outChannels + channel) * pixels + part.phase * rows.outWidth;
            kernels::table().winograd->transformOutput(
                rows, m_product + (i - first) * m_layout.tiles, m_layout.product,
                m_conv.bias ? m_conv.bias[channel] : 0.0f, low, high, m_conv.output + at);
            if (epilogue && epilogue->applies && rows.step == 1) apply(*epilogue, rows, at);
        }
    }

    // To the rows of outputs of one channel, which begin at element `at`.
    void apply(const Epilogue& epilogue, const kernels::WinogradRows& rows, std::int64_t at) const {
        const std::int64_t begin = rows.first * kernels::WinogradOutputs;
        const std::int64_t end = std::min(rows.outHeight, (rows.first + rows.count) * kernels::WinogradOutputs);
        const std::int64_t from = at + begin * rows.outWidth;
        epilogue.apply(m_conv.output + from, from, (end - begin) * rows.outWidth);
    }

    const Convolution& m_conv;
    const WinogradLayout& m_layout;
    const float* m_weights;
    float* m_input;
    float* m_product;
    float* m_stage;
};

} // namespace

bool canBeWinograd(const Convolution& conv) {
    const auto& [d, h, w] = conv.geometry.axes;
    const auto fits = [](const Geometry::Axis& axis) {
        return axis.window.kernel == 3 && axis.window.stride == 1;
    };
    return d.in == 1 && d.out == 1 && d.window.kernel == 1 && fits(h) && fits(w) && w.window.dilation == 1 &&
           h.window.dilation <= WinogradPhases;
}

std::int64_t winogradWeightFloats(const Convolution& conv) {
    return conv.group * WinogradElements * kernels::packedRowsFloats(conv.outPerGroup(), conv.inPerGroup());
}

// For each group and element the filters' rows, packed.
void packWinogradWeights(const Convolution& conv, float* to) {
    const std::int64_t in = conv.inPerGroup(), m = conv.outPerGroup(), rows = kernels::table().gemm->rows;
    const std::int64_t packed = kernels::packedRowsFloats(m, in);
    std::fill(to, to + winogradWeightFloats(conv), 0.0f); // rows behind the last one
    for (std::int64_t group = 0; group < conv.group; ++group, to += WinogradElements * packed)
        for (std::int64_t o = 0; o < m; ++o)
            for (std::int64_t i = 0; i < in; ++i) {
                float transformed[WinogradElements];
                kernels::winogradFilter(conv.weight + ((group * m + o) * in + i) * 9, transformed);
                float* const place = to + o / rows * rows * in + i * rows + o % rows;
                for (std::int64_t element = 0; element < WinogradElements; ++element)
                    place[element * packed] = transformed[element];
            }
}

Result<void> convolveWinograd(const Convolution& conv, const float* weights, KernelContext& context) {
    const std::int64_t m = conv.outPerGroup(), in = conv.inPerGroup();
    const std::int64_t pixels = conv.geometry.outPlane();
    const std::int64_t time = conv.batch * conv.outChannels * pixels / 16 * in * 9 / 4;
    const std::int64_t phases = conv.geometry.axes[1].window.dilation;
    const std::int64_t units = conv.batch * conv.group * phases;
    const int wanted = kernels::usefulThreads(context.threads(), time, units * rowsOfTiles(conv) * m);
    const WinogradLayout layout = winogradLayout(conv, wanted, context.parameters());
    // Where there are fewer blocks than threads the output channels are shared out as well, and each transforms
    // the input for itself.
    const std::int64_t parts =
        units * layout.blocks >= wanted
            ? 1
            : std::min(ceilDivide(m, kernels::table().gemm->rows), ceilDivide(wanted, units * layout.blocks));
    const std::int64_t part = winogradRoundUp(ceilDivide(m, parts), kernels::table().gemm->rows);
    const std::int64_t tasks = units * layout.blocks * parts;
    const int workers = static_cast<int>(std::min<std::int64_t>(wanted, tasks));
    ASSIGN_OR_RETURN(const auto scratch, context.scratchOf<float>(layout.floats() * workers));
    const std::int64_t groupFloats = WinogradElements * kernels::packedRowsFloats(m, in);
    const RunContext& run = context.run();
    kernels::parallelFor(workers, tasks, [&](std::int64_t task, int worker) {
        if (run.stopped()) return;
        const std::int64_t unit = task / parts;
        const std::int64_t image = unit / layout.blocks;
        const WinogradPart where{image / phases / conv.group, image / phases % conv.group, image % phases};
        const std::int64_t firstRow = unit % layout.blocks * layout.rows;
        auto rows = winogradRowsOf(conv, where.phase, firstRow, layout.rows);
        rows.count = std::min(rows.count, ceilDivide(rows.outHeight, kernels::WinogradOutputs) - firstRow);
        if (rows.count <= 0) return;
        const std::int64_t last = std::min(m, (task % parts + 1) * part);
        const WinogradBlock work(conv, layout, weights + where.group * groupFloats,
                                 scratch.data() + worker * layout.floats());
        work.transformInput(rows, where.batch * conv.inChannels + where.group * in);
        for (std::int64_t channel = task % parts * part; channel < last && !run.stopped();
             channel += layout.channels)
            work.multiply(rows, where, channel, std::min(last, channel + layout.channels));
    });
    // The rows of a phase are far from each other: what follows goes over whole planes, when all are there.
    if (const Epilogue* epilogue = conv.epilogue; epilogue && epilogue->applies && phases > 1)
        kernels::parallelFor(workers, conv.batch * conv.outChannels, [&](std::int64_t plane, int) {
            if (!run.stopped()) epilogue->apply(conv.output + plane * pixels, plane * pixels, pixels);
        });
    return run.stopped() ? Result<void>(cancelled()) : Result<void>();
}

} // namespace edgewright::ops
