// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution whose taps are moved by offsets that the model computes (Dai et al., "Deformable convolutional
// networks", ICCV 2017; with a mask: Zhu et al., "Deformable ConvNets v2", CVPR 2019).
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/convolution/window.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/product/product.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::deform_conv {

namespace {

// X [N, C, H, W], W [M, C / group, kH, kW], offsets [N, offset_group * kH * kW * 2, oH, oW], bias [M],
// mask [N, offset_group * kH * kW, oH, oW]
struct Layout {
    Geometry geometry;
    std::int64_t batch = 1, inChannels = 1, outChannels = 1;
    std::int64_t group = 1, offsetGroup = 1;
    bool biased = false, masked = false;
};

Result<Layout> layoutOf(const ir::Node& node, const ir::Dims& x, const ir::Dims& w, const ir::Dims& offset,
                        const std::optional<ir::Dims>& bias, const std::optional<ir::Dims>& mask) {
    if (x.size() != 4 || w.size() != 4)
        return unsupported(
            say("an input of {1} axes and a weight of {2}; 4 each are computed", x.size(), w.size()));
    Layout l;
    l.batch = x[0];
    l.inChannels = x[1];
    l.outChannels = w[0];
    l.group = node.intOr("group", 1);
    l.offsetGroup = node.intOr("offset_group", 1);
    if (l.group < 1 || l.offsetGroup < 1 || x[1] % l.group != 0 || w[0] % l.group != 0 ||
        x[1] % l.offsetGroup != 0 || w[1] != x[1] / l.group)
        return badInput(
            say("{1} channels and a weight of {2} x {3} do not divide into {4} groups and {5} offset groups",
                x[1], w[0], w[1], l.group, l.offsetGroup));
    const std::vector<std::int64_t> kernel{w[2], w[3]};
    if (node.find("kernel_shape") && node.ints("kernel_shape") != kernel)
        return badInput(say("kernel_shape is not that of the weight"));
    ASSIGN_OR_RETURN(const auto window, readWindow(node, kernel));
    ASSIGN_OR_RETURN(l.geometry, geometryOf(window, x));
    l.biased = bias.has_value();
    l.masked = mask.has_value();
    const auto& [d, h, wide] = l.geometry.axes;
    const auto factorCount = checkedMul(l.offsetGroup, l.geometry.taps());
    const auto offsetCount = factorCount ? checkedMul(*factorCount, 2) : std::nullopt;
    if (!offsetCount) return badInput(say("the weight has too many elements"));
    const ir::Dims offsets{x[0], *offsetCount, h.out, wide.out};
    const ir::Dims factors{x[0], *factorCount, h.out, wide.out};
    const auto text = [](const ir::Dims& dims) { return ir::TensorType(ir::DataType::Float32, dims).text(); };
    if (offset != offsets)
        return badInput(say("the offsets are {1} where {2} is expected", text(offset), text(offsets)));
    if (mask && *mask != factors)
        return badInput(say("the mask is {1} where {2} is expected", text(*mask), text(factors)));
    if (bias && *bias != ir::Dims{w[0]})
        return badInput(say("the bias is {1} for {2} channels", text(*bias), w[0]));
    return l;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto w, operand(context, 1));
    ASSIGN_OR_RETURN(const auto offset, operand(context, 2));
    ir::TensorType type(x->dtype);
    const auto known = [&](std::size_t index) {
        return context.input(index) ? context.input(index)->dims() : std::nullopt;
    };
    const auto in = known(0), weight = known(1), offsets = known(2);
    const bool complete =
        in && weight && offsets && (!context.input(3) || known(3)) && (!context.input(4) || known(4));
    if (complete) {
        ASSIGN_OR_RETURN(const auto l, layoutOf(context.node(), *in, *weight, *offsets, known(3), known(4)));
        type.shape =
            std::vector<ir::Dim>{l.batch, l.outChannels, l.geometry.axes[1].out, l.geometry.axes[2].out};
    } else if (x->shape && x->shape->size() == 4) {
        type.shape.emplace(4, ir::Dim());
        type.shape->front() = x->shape->front();
        if (w->shape && !w->shape->empty()) (*type.shape)[1] = w->shape->front();
        if (offset->shape && offset->shape->size() == 4)
            std::copy(offset->shape->begin() + 2, offset->shape->end(), type.shape->begin() + 2);
    }
    context.setOutput(0, std::move(type));
    return {};
}

// Where the windows lie follows from the offsets: they share nothing that could be told beforehand.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types outputs) {
    auto products = convolutionProducts<0, 1>(node, inputs, outputs);
    if (products) products->front().windows.reset();
    return products;
}

// The plane between its elements, bilinear; zero outside.
float sample(const float* plane, std::int64_t height, std::int64_t width, float y, float x) {
    if (!(y > -1 && x > -1 && y < static_cast<float>(height) && x < static_cast<float>(width))) return 0.0f;
    const float top = std::floor(y), left = std::floor(x);
    const auto row = static_cast<std::int64_t>(top), column = static_cast<std::int64_t>(left);
    const float down = y - top, right = x - left;
    const auto at = [&](std::int64_t i, std::int64_t k) {
        return i >= 0 && k >= 0 && i < height && k < width ? plane[i * width + k] : 0.0f;
    };
    return (1 - down) * ((1 - right) * at(row, column) + right * at(row, column + 1)) +
           down * ((1 - right) * at(row + 1, column) + right * at(row + 1, column + 1));
}

struct Operands {
    const float* x;
    const float* weight;
    const float* offset;
    const float* bias;
    const float* mask;
    float* out;
};

// Columns [first, first + count) of the matrix that the weight is multiplied with: one row per channel and tap.
void gather(const Layout& l, const Operands& o, std::int64_t n, std::int64_t channel, std::int64_t first,
            std::int64_t count, float* rows) {
    const auto& [d, h, w] = l.geometry.axes;
    const std::int64_t taps = l.geometry.taps(), outPlane = h.out * w.out;
    const std::int64_t set = n * l.offsetGroup + channel / (l.inChannels / l.offsetGroup);
    const float* plane = o.x + (n * l.inChannels + channel) * h.in * w.in;
    for (std::int64_t tap = 0; tap < taps; ++tap) {
        const std::int64_t row = tap / w.window.kernel, column = tap % w.window.kernel;
        const float* moveY = o.offset + (set * taps + tap) * 2 * outPlane;
        const float* moveX = moveY + outPlane;
        const float* factor = o.mask ? o.mask + (set * taps + tap) * outPlane : nullptr;
        for (std::int64_t i = first; i < first + count; ++i) {
            const std::int64_t y = i / w.out * h.window.stride - h.window.padBegin + row * h.window.dilation;
            const std::int64_t x = i % w.out * w.window.stride - w.window.padBegin + column * w.window.dilation;
            const float value =
                sample(plane, h.in, w.in, static_cast<float>(y) + moveY[i], static_cast<float>(x) + moveX[i]);
            rows[tap * count + i - first] = factor ? value * factor[i] : value;
        }
    }
}

Result<void> compute(KernelContext& context, const Layout& l, const Operands& o) {
    constexpr std::int64_t Most = 1 << 20; // elements of the gathered matrix, so that it stays in the cache
    const std::int64_t taps = l.geometry.taps(), outPlane = l.geometry.outPlane();
    const std::int64_t depth = l.inChannels * taps;
    const std::int64_t width =
        std::min(outPlane, std::max<std::int64_t>(Most / std::max<std::int64_t>(depth, 1), 16));
    const auto bytes = checkedMul(depth, width * static_cast<std::int64_t>(sizeof(float)));
    if (!bytes) return badInput(say("the weight has too many elements"));
    ASSIGN_OR_RETURN(const auto memory, context.scratch(*bytes));
    float* const gathered = reinterpret_cast<float*>(memory.data());
    const std::int64_t groupDepth = depth / l.group, groupOut = l.outChannels / l.group;
    ASSIGN_OR_RETURN(const auto scratch,
                     context.scratchOf<float>(multiplyScratch<float>(groupOut, width, groupDepth)));
    for (std::int64_t n = 0; n < l.batch; ++n)
        for (std::int64_t first = 0; first < outPlane; first += width) {
            const std::int64_t count = std::min(width, outPlane - first);
            parallelFor(usefulThreads(context.threads(), depth * count * 8, l.inChannels), l.inChannels,
                        [&](std::int64_t channel, int) {
                            if (context.run().stopped()) return;
                            gather(l, o, n, channel, first, count, gathered + channel * taps * count);
                        });
            for (std::int64_t group = 0; group < l.group; ++group) {
                if (context.run().stopped()) return cancelled();
                float* const to = o.out + (n * l.outChannels + group * groupOut) * outPlane + first;
                for (std::int64_t m = 0; m < groupOut; ++m)
                    std::fill_n(to + m * outPlane, count, o.bias ? o.bias[group * groupOut + m] : 0.0f);
                if (groupDepth == 0) continue;
                multiply<float>({o.weight + group * groupOut * groupDepth, groupDepth, false},
                                {gathered + group * groupDepth * count, count, false}, groupOut, count,
                                groupDepth, to, outPlane, scratch.data(), true);
            }
        }
    return {};
}

Result<void> run(KernelContext& context) {
    std::array<ir::Tensor, 5> given;
    std::array<std::optional<ir::Dims>, 5> dims;
    for (std::size_t i = 0; i < 5; ++i) {
        if (i >= 3 && !context.node().hasInput(i)) continue;
        ASSIGN_OR_RETURN(const auto tensor, floatOperand(context, i));
        ASSIGN_OR_RETURN(given[i], asFloat32(context, *tensor));
        dims[i] = given[i].dims();
    }
    ASSIGN_OR_RETURN(const auto l, layoutOf(context.node(), *dims[0], *dims[1], *dims[2], dims[3], dims[4]));
    ASSIGN_OR_RETURN(
        auto out, FloatOutput::make(context, 0, context.input(0)->dtype(),
                                    {l.batch, l.outChannels, l.geometry.axes[1].out, l.geometry.axes[2].out}));
    if (out.data().empty()) return {};
    const auto data = [&](std::size_t i) -> const float* {
        return dims[i] ? std::as_const(given[i]).as<float>().data() : nullptr;
    };
    const Operands o{data(0), data(1), data(2), data(3), data(4), out.data().data()};
    RETURN_IF_ERROR(compute(context, l, o));
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "DeformConv",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .run = run,
    .since = 19,
};

} // namespace edgewright::ops::deform_conv
