// SPDX-License-Identifier: GPL-3.0-or-later
// Strips of rows of outputs, one after the other.
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

constexpr std::int64_t DirectStripFloats = 48 * 1024; // of padded input

constexpr std::int64_t PixelsInWork = 8192; // of a 1 x 1 convolution: before an epilogue sees them
constexpr std::int64_t MaxProducts = 128;
constexpr std::int64_t EpilogueFloats = 4096; // that an epilogue is given at once

float boundOf(const Convolution& conv, bool low) {
    constexpr float Infinite = std::numeric_limits<float>::infinity();
    if (!conv.epilogue) return low ? -Infinite : Infinite;
    return low ? conv.epilogue->low : conv.epilogue->high;
}

// Panels of output channels of a group, [first, last), and their channels.
struct PanelRange {
    std::int64_t first = 0, last = 0, firstChannel = 0, lastChannel = 0;
};

// The panels of a group, shared out among tasks; where pixels are in the lanes and read where they are, all of
// them are one part.
class PanelParts {
public:
    PanelParts(const Convolution& conv, std::int64_t parts)
        : m_channels(conv.outPerGroup()), m_byLanes(hasChannelsInLanes(conv)),
          m_panels(m_channels, kernels::table().lanes, kernels::tilesOf().columns), m_parts(parts) {}
    // `units`: rows or pixels of outputs, which could be shared out instead.
    static PanelParts of(const Convolution& conv, int threads, std::int64_t units);

    std::int64_t count() const { return m_parts; }
    std::int64_t panels() const {
        return m_byLanes ? m_panels.panels : kernels::ceilDivide(m_channels, kernels::table().gemm->rows);
    }
    PanelRange range(std::int64_t part) const {
        PanelRange range;
        range.first = panels() * part / m_parts, range.last = panels() * (part + 1) / m_parts;
        range.firstChannel = firstChannel(range.first);
        range.lastChannel = std::min(m_channels, firstChannel(range.last));
        return range;
    }

private:
    std::int64_t firstChannel(std::int64_t panel) const {
        return m_byLanes ? m_panels.first(panel) : panel * kernels::table().gemm->rows;
    }

    std::int64_t m_channels;
    bool m_byLanes; // channels are in the lanes
    kernels::ChannelPanels m_panels;
    std::int64_t m_parts;
};

// The part of the longest of `threads` in so many pieces.
double longestShare(std::int64_t pieces, int threads) {
    return static_cast<double>(kernels::ceilDivide(pieces, threads)) / static_cast<double>(pieces);
}

// Threads that share out channels read all of the input and some weights each, those that share out pixels the
// other way round. Parts of small planes would share many of their cache lines, which go to and fro then.
PanelParts PanelParts::of(const Convolution& conv, int threads, std::int64_t units) {
    constexpr std::int64_t SmallPlane = 600; // pixels
    constexpr double ReadTime = 2;           // of a vector from the second-level cache, in products of vectors
    const PanelParts whole(conv, 1);
    const bool areShared = !isOneByOne(conv) || hasChannelsInLanes(conv);
    if (threads <= 1 || conv.batch * conv.group > 1 || !areShared || whole.panels() < threads) return whole;
    if (conv.geometry.outPlane() < SmallPlane) return PanelParts(conv, threads);
    const auto real = [](std::int64_t value) { return static_cast<double>(value); };
    const double products = real(conv.outPerGroup() * conv.geometry.outPlane()) * real(conv.depth());
    const double weights = real(conv.outPerGroup() * conv.depth()) * ReadTime;
    const double input = real(conv.inPerGroup() * conv.geometry.inPlane()) * ReadTime;
    const double byPanels = longestShare(whole.panels(), threads), byUnits = longestShare(units, threads);
    const bool shares = byPanels * (products + weights) + input < byUnits * (products + input) + weights;
    return shares ? PanelParts(conv, threads) : whole;
}

// To pixels [first, first + count) of the planes of some channels of a group, which begins with `channel`.
void applyEpilogue(const Convolution& conv, std::int64_t channel, const PanelRange& range, std::int64_t first,
                   std::int64_t count) {
    if (!conv.epilogue || !conv.epilogue->applies) return;
    const std::int64_t pixels = conv.geometry.outPlane();
    // Whole planes follow each other: as many at once as stay in the nearest cache.
    const std::int64_t together = count == pixels ? std::max<std::int64_t>(1, EpilogueFloats / pixels) : 1;
    for (std::int64_t i = range.firstChannel; i < range.lastChannel; i += together) {
        const std::int64_t planes = std::min(together, range.lastChannel - i);
        const std::int64_t at = (channel + i) * pixels + first;
        conv.epilogue->apply(conv.output + at, at, (planes - 1) * pixels + count);
    }
}

Result<void> convolvePixels(const Convolution& conv, const float* weights, KernelContext& context) {
    const std::int64_t pixels = conv.geometry.outPlane(), m = conv.outPerGroup(), in = conv.inPerGroup();
    const bool byChannels = hasChannelsInLanes(conv);
    const std::int64_t lanes = byChannels ? 1 : kernels::table().lanes;
    const std::int64_t fitting = PixelsInWork / std::max<std::int64_t>(1, (m + 7) / 8) / lanes * lanes;
    const std::int64_t work = conv.batch * conv.outChannels * pixels / 32 * in;
    const std::int64_t images = conv.batch * conv.group;
    const int useful =
        kernels::usefulThreads(context.threads(), work, images * kernels::ceilDivide(pixels, lanes));
    const std::int64_t vectors = pixels / lanes; // and some pixels, which the last part has as well
    const PanelParts panelParts = PanelParts::of(conv, useful, vectors);
    const std::int64_t part = kernels::evenPiece(panelParts.count() > 1 ? 1 : useful, vectors,
                                                 std::max<std::int64_t>(fitting, 384) / lanes, 1, images) *
                              lanes;
    const std::int64_t parts = kernels::ceilDivide(vectors * lanes, part);
    const std::int64_t tasks = images * parts * panelParts.count();
    const int workers = static_cast<int>(std::min<std::int64_t>(useful, tasks));
    const std::int64_t packed = directWeightFloats(conv);
    const RunContext& run = context.run();
    kernels::parallelFor(workers, tasks, [&](std::int64_t all, int) {
        if (run.stopped()) return;
        const PanelRange range = panelParts.range(all / (images * parts));
        const std::int64_t task = all % (images * parts);
        const std::int64_t first = task % parts * part;
        const std::int64_t group = task / parts % conv.group, batch = task / parts / conv.group;
        const std::int64_t outChannel = batch * conv.outChannels + group * m;
        kernels::DirectPixels some{};
        some.inChannels = in, some.outChannels = m;
        some.plane = pixels;
        some.first = first, some.count = task % parts + 1 == parts ? pixels - first : part;
        some.in = conv.input + (batch * conv.inChannels + group * in) * pixels;
        some.weights = weights + group * packed;
        some.bias = conv.bias ? conv.bias + group * m : nullptr;
        some.low = boundOf(conv, true), some.high = boundOf(conv, false);
        some.out = conv.output + outChannel * pixels;
        some.firstPanel = range.first, some.lastPanel = range.last;
        const kernels::DirectKernels& kernel = *kernels::table().direct;
        (byChannels ? kernel.runPixelsByChannels : kernel.runPixels)(some);
        applyEpilogue(conv, outChannel, range, first, some.count);
    });
    return run.stopped() ? Result<void>(cancelled()) : Result<void>();
}

} // namespace

bool canReadPixels(const Convolution& conv) {
    return isOneByOne(conv) && conv.inPerGroup() <= MaxProducts &&
           conv.geometry.outPlane() >= kernels::table().lanes;
}

bool isOneByOne(const Convolution& conv) {
    return conv.geometry.taps() == 1 && std::ranges::all_of(conv.geometry.axes, [](const Geometry::Axis& axis) {
               return axis.window.stride == 1 && axis.window.padBegin == 0 && axis.in == axis.out;
           });
}

kernels::DirectRows directRows(const Convolution& conv, std::int64_t first, std::int64_t count) {
    const auto& [d, h, w] = conv.geometry.axes;
    kernels::DirectRows rows{};
    rows.inHeight = h.in, rows.inWidth = w.in;
    rows.outHeight = h.out, rows.outWidth = w.out;
    rows.kernelHeight = h.window.kernel, rows.kernelWidth = w.window.kernel;
    rows.strideHeight = h.window.stride, rows.strideWidth = w.window.stride;
    rows.dilationHeight = h.window.dilation, rows.dilationWidth = w.window.dilation;
    rows.padTop = h.window.padBegin, rows.padLeft = w.window.padBegin;
    rows.inChannels = conv.inPerGroup(), rows.outChannels = conv.outPerGroup();
    rows.first = first, rows.count = count;
    return rows;
}

std::int64_t rowsOfStrip(const Convolution& conv) {
    const auto& [d, h, w] = conv.geometry.axes;
    const std::int64_t row = std::max<std::int64_t>(1, conv.inPerGroup() * (w.in + w.window.padBegin));
    const std::int64_t fitting = (DirectStripFloats / row - h.window.reach()) / h.window.stride + 1;
    return std::clamp<std::int64_t>(fitting, 1, h.out);
}

bool canBeDirect(const Convolution& conv, std::int64_t rows) {
    const auto& [d, h, w] = conv.geometry.axes;
    return d.in == 1 && d.out == 1 && d.window.kernel == 1 &&
           kernels::table().direct->scratchFloats(directRows(conv, 0, rows)) >= 0;
}

bool canBeDirect(const Convolution& conv) { return isOneByOne(conv) || canBeDirect(conv, rowsOfStrip(conv)); }

std::int64_t directWeightFloats(const Convolution& conv) {
    return hasChannelsInLanes(conv) ? kernels::packedColumnsFloats(conv.depth(), conv.outPerGroup())
                                    : kernels::packedRowsFloats(conv.outPerGroup(), conv.depth());
}

void packDirectWeights(const Convolution& conv, float* to) {
    const std::int64_t depth = conv.depth(), m = conv.outPerGroup();
    for (std::int64_t group = 0; group < conv.group; ++group, to += directWeightFloats(conv)) {
        const float* from = conv.weight + group * m * depth;
        if (!hasChannelsInLanes(conv)) {
            kernels::packRows({from, depth, false, nullptr}, m, depth, to);
            continue;
        }
        const std::int64_t columns = kernels::tilesOf().columns;
        const kernels::ChannelPanels panels(m, kernels::table().lanes, columns);
        for (std::int64_t panel = 0; panel < panels.panels; ++panel) {
            const std::int64_t first = panels.first(panel), last = std::min(m, panels.first(panel + 1));
            kernels::packColumns({from + first * depth, depth, true, nullptr}, depth, last - first,
                                 to + panel * columns * depth);
        }
    }
}

Result<void> convolveDirect(const Convolution& conv, const float* weights, KernelContext& context) {
    if (isOneByOne(conv)) return convolvePixels(conv, weights, context);
    const kernels::DirectKernels& kernel = *kernels::table().direct;
    const Geometry& g = conv.geometry;
    const std::int64_t pixels = g.outPlane(), width = g.axes[2].out, height = g.axes[1].out;
    const std::int64_t m = conv.outPerGroup(), depth = conv.depth();
    const auto runRows = hasChannelsInLanes(conv) ? kernel.runByChannels : kernel.run;
    const std::int64_t work = conv.batch * conv.outChannels * pixels / 32 * depth;
    const std::int64_t images = conv.batch * conv.group;
    const int useful = kernels::usefulThreads(context.threads(), work,
                                              images * std::max(height, PanelParts(conv, 1).panels()));
    const std::int64_t wanted = context.parameters().strip;
    const bool isWanted = wanted > 0 && canBeDirect(conv, std::min(wanted, height));
    const PanelParts parts = isWanted ? PanelParts(conv, 1) : PanelParts::of(conv, useful, height);
    const std::int64_t stripRows =
        isWanted ? std::min(wanted, height)
                 : kernels::evenPiece(parts.count() > 1 ? 1 : useful, height, rowsOfStrip(conv), 1, images);
    const std::int64_t strips = kernels::ceilDivide(height, stripRows);
    const std::int64_t tasks = images * strips * parts.count();
    const int workers = static_cast<int>(std::min<std::int64_t>(useful, tasks));
    const std::int64_t each =
        kernels::ceilDivide(kernel.scratchFloats(directRows(conv, 0, stripRows)), 16) * 16;
    ASSIGN_OR_RETURN(const auto scratch, context.scratchOf<float>(each * workers));
    const std::int64_t packed = directWeightFloats(conv);
    const RunContext& run = context.run();
    kernels::parallelFor(workers, tasks, [&](std::int64_t all, int worker) {
        if (run.stopped()) return;
        const PanelRange range = parts.range(all / (images * strips));
        const std::int64_t task = all % (images * strips);
        const std::int64_t first = task % strips * stripRows;
        const std::int64_t group = task / strips % conv.group;
        const std::int64_t batch = task / strips / conv.group;
        const std::int64_t outChannel = batch * conv.outChannels + group * m;
        kernels::DirectRows rows = directRows(conv, first, std::min(stripRows, height - first));
        rows.in = conv.input + (batch * conv.inChannels + group * conv.inPerGroup()) * g.inPlane();
        rows.weights = weights + group * packed;
        rows.bias = conv.bias ? conv.bias + group * m : nullptr;
        rows.low = boundOf(conv, true), rows.high = boundOf(conv, false);
        rows.out = conv.output + outChannel * pixels;
        rows.scratch = scratch.data() + worker * each;
        rows.firstPanel = range.first, rows.lastPanel = range.last;
        runRows(rows);
        applyEpilogue(conv, outChannel, range, first * width, rows.count * width);
    });
    return run.stopped() ? Result<void>(cancelled()) : Result<void>();
}

} // namespace edgewright::ops
