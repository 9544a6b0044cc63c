// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/channels_last.h"
#include "core/ops/pooling/pool.h"
#include "core/ops/quantization/codes.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace edgewright::ops::q_linear_average_pool {

namespace {

// x, x_scale, x_zero_point, y_scale, y_zero_point.
Result<void> inferChannelsSecond(InferContext& context) { return inferPool(context); }

// The node with its channels second, where it has them last.
Result<std::optional<NodeInside>> channelsSecond(const ir::Node& node) {
    if (node.intOr("channels_last", 0) == 0) return std::optional<NodeInside>();
    ASSIGN_OR_RETURN(auto inside, nodeInside(node, "QLinearAveragePool", "com.microsoft"));
    return std::optional(std::move(inside));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto inside, channelsSecond(context.node()));
    return inside ? inferChannelsLast(context, *inside, inferChannelsSecond) : inferChannelsSecond(context);
}

// Elements that count, by axis and output.
using Counts = std::array<std::vector<std::int64_t>, 3>;

Counts countsOf(const Geometry& g, bool countPadding) {
    Counts counts;
    for (std::size_t i = 0; i < counts.size(); ++i)
        for (std::int64_t o = 0; o < g.axes[i].out; ++o)
            counts[i].push_back(countedElements(g.axes[i], o, countPadding));
    return counts;
}

// The mean of the dequantized elements under each window, in float32.
void averagePlane(const Geometry& g, const float* in, const Counts& counts, float* out) {
    const auto &d = g.axes[0], &h = g.axes[1];
    std::fill_n(out, g.outPlane(), 0.0f);
    slideWindows(g, in, out, [](std::int64_t) { return [](float sum, float x) { return sum + x; }; });
    for (std::int64_t od = 0; od < d.out; ++od)
        for (std::int64_t oh = 0; oh < h.out; ++oh) {
            const std::int64_t lines =
                counts[0][static_cast<std::size_t>(od)] * counts[1][static_cast<std::size_t>(oh)];
            for (const std::int64_t columns : counts[2])
                *out++ /= static_cast<float>(std::max<std::int64_t>(lines * columns, 1));
        }
}

// Whether the only window is the whole plane.
bool isWholePlane(const Geometry& g) {
    return std::ranges::all_of(g.axes, [](const Geometry::Axis& axis) {
        return axis.out == 1 && axis.window.kernel == axis.in && axis.window.padBegin == 0 &&
               axis.window.padEnd == 0 && axis.window.dilation == 1;
    });
}

// The means of whole planes, each summed in the order of its elements; side by side, since each sum waits for
// its last addition.
void averagePlanes(const float* in, std::int64_t plane, std::int64_t count, float* out) {
    constexpr std::int64_t Together = 8;
    std::int64_t first = 0;
    for (; first + Together <= count; first += Together, in += Together * plane) {
        std::array<float, Together> sums{};
        for (std::int64_t i = 0; i < plane; ++i)
            for (std::int64_t each = 0; each < Together; ++each)
                sums[static_cast<std::size_t>(each)] += in[each * plane + i];
        for (const float sum : sums)
            *out++ = sum / static_cast<float>(plane);
    }
    for (; first < count; ++first, in += plane)
        *out++ = std::accumulate(in, in + plane, 0.0f) / static_cast<float>(plane);
}

template <typename T>
void dequantize(const T* from, std::int64_t count, const Coding& coding, std::uint8_t flip, float* to) {
    if constexpr (sizeof(T) == 1) {
        kernels::table().integer->decode(reinterpret_cast<const std::uint8_t*>(from), count, flip,
                                         coding.zero + flip, coding.scale, to);
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = static_cast<float>(from[i] - coding.zero) * coding.scale;
    }
}

Result<void> runChannelsSecond(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto x, codingOf(context, 1, 2));
    ASSIGN_OR_RETURN(const auto y, codingOf(context, 3, 4));
    ASSIGN_OR_RETURN(const auto range, codeRange(in->dtype()));
    ASSIGN_OR_RETURN(const auto geometry, poolGeometry(context.node(), in->dims()));
    const ir::Dims dims = outputDims(geometry, in->dims(), in->dims()[1]);
    const Counts counts = countsOf(geometry, context.node().intOr("count_include_pad", 0) != 0);
    return withCodeType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), dims));
        const std::int64_t planes = out.elements() == 0 ? 0 : dims[0] * dims[1];
        const bool isWhole = isWholePlane(geometry);
        const std::int64_t together = isWhole ? std::clamp<std::int64_t>(planes, 1, 64) : 1;
        ASSIGN_OR_RETURN(const auto values, context.scratchOf<float>(together * geometry.inPlane()));
        ASSIGN_OR_RETURN(const auto means, context.scratchOf<float>(together * geometry.outPlane()));
        const T* from = in->template as<T>().data();
        T* to = out.template as<T>().data();
        for (std::int64_t plane = 0; plane < planes; plane += together) {
            if (context.run().stopped()) return cancelled();
            const std::int64_t count = std::min(together, planes - plane);
            dequantize(from, count * geometry.inPlane(), x, flipOf(in->dtype()), values.data());
            from += count * geometry.inPlane();
            if (isWhole)
                averagePlanes(values.data(), geometry.inPlane(), count, means.data());
            else
                averagePlane(geometry, values.data(), counts, means.data());
            for (const float mean : means.first(static_cast<std::size_t>(count * geometry.outPlane())))
                *to++ = static_cast<T>(toCode(mean / y.scale, y.zero, range));
        }
        return {};
    });
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto inside, channelsSecond(context.node()));
    return inside ? runChannelsLast(context, *inside, runChannelsSecond) : runChannelsSecond(context);
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearAveragePool",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_average_pool
