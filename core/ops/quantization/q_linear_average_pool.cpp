// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/convolution/padded_plane.h"
#include "core/ops/operands/channels_last.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/pooling/pool.h"
#include "core/ops/quantization/codes.h"
#include "core/ops/quantization/requantize.h"

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

// The means of planes of 8-bit codes, some at once with zeros around them: each tap is added to the sums of all
// positions, in the order in which a sum takes its elements.
class PaddedMeans {
public:
    PaddedMeans(const Geometry& g, const Counts& counts) : m_h(g.axes[1]), m_w(g.axes[2]), m_padded(g) {
        for (const std::int64_t lines : counts[1])
            for (const std::int64_t columns : counts[2])
                m_counted.push_back(static_cast<float>(std::max<std::int64_t>(lines * columns, 1)));
    }
    static bool fits(const Geometry& g) { return g.axes[0].isTrivial() && PaddedPlane(g).isModest(g); }
    std::int64_t floats() const { return m_padded.size(); } // of a plane

    // `padded` holds zeros where no plane lies; `padded` and `sums` have `planes` times floats(). The sums
    // become means in the places of the outputs, which `means` takes.
    void run(const std::uint8_t* codes, std::int64_t planes, const Coding& coding, std::uint8_t flip,
             float* padded, float* sums, float* means) const {
        const auto& binary = kernels::table().elementwise->binary;
        const auto add = binary[static_cast<int>(kernels::Binary::Add)];
        const auto divide = binary[static_cast<int>(kernels::Binary::Div)];
        const std::int64_t pitch = m_padded.width, size = m_padded.size();
        float* first = padded + m_padded.top * pitch + m_padded.left;
        for (std::int64_t plane = 0; plane < planes; ++plane, codes += m_h.in * m_w.in)
            for (std::int64_t row = 0; row < m_padded.rows; ++row)
                kernels::table().integer->decode(codes + row * m_w.in, m_padded.columns, flip,
                                                 coding.zero + flip, coding.scale,
                                                 first + plane * size + row * pitch);
        std::fill_n(sums, planes * size, 0.0f);
        for (std::int64_t i = 0; i < m_h.window.kernel; ++i)
            for (std::int64_t j = 0; j < m_w.window.kernel; ++j) {
                const std::int64_t tap = i * m_h.window.dilation * pitch + j * m_w.window.dilation;
                add(sums, 1, padded + tap, 1, sums, planes * size - tap);
            }
        const auto outputs = static_cast<std::int64_t>(m_counted.size());
        for (std::int64_t plane = 0; plane < planes; ++plane, means += outputs) {
            float* to = means;
            for (std::int64_t y = 0; y < m_h.out; ++y) {
                const float* row = sums + plane * size + y * m_h.window.stride * pitch;
                for (std::int64_t x = 0; x < m_w.out; ++x)
                    *to++ = row[x * m_w.window.stride];
            }
            divide(means, 1, m_counted.data(), 1, means, outputs);
        }
    }

private:
    const Geometry::Axis &m_h, &m_w;
    PaddedPlane m_padded;
    std::vector<float> m_counted; // by output
};

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

// Planes in float32 that are averaged at once.
std::int64_t planesAtOnce(std::int64_t floats, std::int64_t planes) {
    constexpr std::int64_t Cached = 4096; // floats
    return std::clamp<std::int64_t>(Cached / std::max<std::int64_t>(floats, 1), 1, planes);
}

// What both widths of codes need.
struct Averaged {
    Geometry geometry;
    Counts counts;
    Coding x, y;
    std::int64_t planes;
};

Result<void> averageBytes(KernelContext& context, const Averaged& a, ir::DataType type,
                          const std::uint8_t* from, std::byte* to) {
    ASSIGN_OR_RETURN(const auto target, byteTarget(type, a.y.zero, to));
    const std::int64_t inPlane = a.geometry.inPlane(), outPlane = a.geometry.outPlane();
    const bool isWhole = isWholePlane(a.geometry), isPadded = !isWhole && PaddedMeans::fits(a.geometry);
    const PaddedMeans padded(a.geometry, a.counts);
    const std::int64_t floats = isPadded ? padded.floats() : inPlane;
    const std::int64_t together = planesAtOnce(floats, a.planes);
    const std::int64_t tasks = ceilDiv(a.planes, together);
    const int threads = usefulThreads(context.threads(), a.planes * (inPlane + outPlane) / 2, tasks);
    const std::int64_t own = together * (2 * floats + outPlane); // values, sums, means
    ASSIGN_OR_RETURN(const auto memory, context.scratchOf<float>(own * threads));
    std::ranges::fill(memory, 0.0f);
    const std::uint8_t flip = flipOf(type);
    const kernels::IntegerTiles& tiles = *kernels::table().integer;
    parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        const std::int64_t first = task * together, count = std::min(together, a.planes - first);
        const std::uint8_t* codes = from + first * inPlane;
        float* values = memory.data() + worker * own;
        float* sums = values + together * floats;
        float* means = sums + together * floats;
        if (isPadded)
            padded.run(codes, count, a.x, flip, values, sums, means);
        else {
            tiles.decode(codes, count * inPlane, flip, a.x.zero + flip, a.x.scale, values);
            if (isWhole)
                averagePlanes(values, inPlane, count, means);
            else
                for (std::int64_t plane = 0; plane < count; ++plane)
                    averagePlane(a.geometry, values + plane * inPlane, a.counts, means + plane * outPlane);
        }
        tiles.encode(means, count * outPlane, a.y.scale, advanced(target, first * outPlane));
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

template <typename T>
Result<void> averageWords(KernelContext& context, const Averaged& a, const CodeRange& range, const T* from,
                          T* to) {
    const std::int64_t inPlane = a.geometry.inPlane(), outPlane = a.geometry.outPlane();
    ASSIGN_OR_RETURN(const auto values, context.scratchOf<float>(inPlane));
    ASSIGN_OR_RETURN(const auto means, context.scratchOf<float>(outPlane));
    for (std::int64_t plane = 0; plane < a.planes; ++plane) {
        if (context.run().stopped()) return cancelled();
        for (float& value : values)
            value = static_cast<float>(*from++ - a.x.zero) * a.x.scale;
        averagePlane(a.geometry, values.data(), a.counts, means.data());
        for (const float mean : means)
            *to++ = static_cast<T>(toCode(mean / a.y.scale, a.y.zero, range));
    }
    return {};
}

Result<void> runChannelsSecond(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    Averaged averaged;
    ASSIGN_OR_RETURN(averaged.x, codingOf(context, 1, 2));
    ASSIGN_OR_RETURN(averaged.y, codingOf(context, 3, 4));
    ASSIGN_OR_RETURN(const auto range, codeRange(in->dtype()));
    ASSIGN_OR_RETURN(averaged.geometry, poolGeometry(context.node(), in->dims()));
    const ir::Dims dims = outputDims(averaged.geometry, in->dims(), in->dims()[1]);
    averaged.counts = countsOf(averaged.geometry, context.node().intOr("count_include_pad", 0) != 0);
    return withCodeType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), dims));
        if (out.elements() == 0) return {};
        averaged.planes = dims[0] * dims[1];
        const T* from = in->template as<T>().data();
        T* to = out.template as<T>().data();
        if constexpr (sizeof(T) == 1)
            return averageBytes(context, averaged, in->dtype(), reinterpret_cast<const std::uint8_t*>(from),
                                reinterpret_cast<std::byte*>(to));
        else
            return averageWords(context, averaged, range, from, to);
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
