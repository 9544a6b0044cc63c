// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/vision/region.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::roi_align {

namespace {

struct Settings {
    std::int64_t height = 1, width = 1; // of the output
    std::int64_t sampling = 0;          // points per bin and axis; 0: as many as the bin has elements
    float scale = 1.0f;
    bool halfPixel = true;
    bool largest = false; // of the points, instead of their mean
};

Result<Settings> settingsOf(const ir::Node& node, std::int64_t opset) {
    Settings s;
    s.height = node.intOr("output_height", 1);
    s.width = node.intOr("output_width", 1);
    s.sampling = node.intOr("sampling_ratio", 0);
    s.scale = node.floatOr("spatial_scale", 1.0f);
    const std::string coordinates =
        node.stringOr("coordinate_transformation_mode", opset >= 16 ? "half_pixel" : "output_half_pixel");
    const std::string mode = node.stringOr("mode", "avg");
    if (coordinates != "half_pixel" && coordinates != "output_half_pixel")
        return badInput(
            say("coordinate_transformation_mode is '{1}' where half_pixel or output_half_pixel is expected",
                coordinates));
    if (mode != "avg" && mode != "max")
        return badInput(say("mode is '{1}' where avg or max is expected", mode));
    s.halfPixel = coordinates == "half_pixel";
    s.largest = mode == "max";
    return s;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto settings, settingsOf(context.node(), context.opset()));
    return inferRegions(context, 4, settings.height, settings.width);
}

// The sampling points of one axis of one region: two neighbours each, and how far a point is from the first.
struct Points {
    struct Point {
        std::int64_t low = 0, high = 0;
        float fraction = 0;
        bool inside = false;
    };
    std::vector<Point> points; // bins * perBin
    std::int64_t perBin = 1;
};

constexpr std::int64_t MaxPoints = 1 << 20; // along one axis of a region

Result<Points> pointsOf(const Settings& s, float begin, float end, std::int64_t bins, std::int64_t extent) {
    const float shift = s.halfPixel ? 0.5f : 0.0f;
    const float from = begin * s.scale - shift;
    float size = end * s.scale - shift - from;
    if (!s.halfPixel) size = std::max(size, 1.0f);
    const float bin = size / static_cast<float>(bins);
    const float wanted = s.sampling > 0 ? static_cast<float>(s.sampling) : std::ceil(bin);
    if (!(wanted <= static_cast<float>(MaxPoints / bins)))
        return badInput(say("a region from {1} to {2} takes more than {3} points along an axis",
                            std::to_string(begin), std::to_string(end), MaxPoints));
    Points result;
    result.perBin = std::max<std::int64_t>(static_cast<std::int64_t>(wanted), 0);
    const auto last = static_cast<float>(extent - 1);
    for (std::int64_t i = 0; i < bins; ++i)
        for (std::int64_t k = 0; k < result.perBin; ++k) {
            const float at = from + static_cast<float>(i) * bin +
                             (static_cast<float>(k) + 0.5f) * bin / static_cast<float>(result.perBin);
            Points::Point point;
            point.inside = at >= -1.0f && at <= static_cast<float>(extent);
            if (point.inside) {
                const float inner = std::clamp(at, 0.0f, last);
                point.low = std::min(static_cast<std::int64_t>(inner), extent - 1);
                point.high = std::min(point.low + 1, extent - 1);
                point.fraction = point.high == point.low ? 0.0f : inner - static_cast<float>(point.low);
            }
            result.points.push_back(point);
        }
    return result;
}

float binValue(const float* plane, std::int64_t width, const Points& rows, const Points& columns,
               std::int64_t row, std::int64_t column, bool largest) {
    float sum = 0, most = 0;
    bool any = false;
    for (std::int64_t i = 0; i < rows.perBin; ++i) {
        const Points::Point& y = rows.points[static_cast<std::size_t>(row * rows.perBin + i)];
        for (std::int64_t k = 0; k < columns.perBin; ++k) {
            const Points::Point& x = columns.points[static_cast<std::size_t>(column * columns.perBin + k)];
            std::array<float, 4> parts{};
            if (y.inside && x.inside)
                parts = {(1 - y.fraction) * (1 - x.fraction) * plane[y.low * width + x.low],
                         (1 - y.fraction) * x.fraction * plane[y.low * width + x.high],
                         y.fraction * (1 - x.fraction) * plane[y.high * width + x.low],
                         y.fraction * x.fraction * plane[y.high * width + x.high]};
            // The standard's maximum is over the weighted neighbours, not over their sum.
            const float highest = std::max({parts[0], parts[1], parts[2], parts[3]});
            most = any ? std::max(most, highest) : highest;
            any = true;
            sum += parts[0] + parts[1] + parts[2] + parts[3];
        }
    }
    if (largest) return most;
    return sum / static_cast<float>(std::max<std::int64_t>(rows.perBin * columns.perBin, 1));
}

// X [N, C, H, W], regions [R, 4] as x1 y1 x2 y2, batch entries [R]
Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto regions, floatOperand(context, 1));
    ASSIGN_OR_RETURN(const auto settings, settingsOf(context.node(), context.opset()));
    RETURN_IF_ERROR(checkRegionExtents(settings.height, settings.width));
    const auto entries = knownInts(context, 2);
    const ir::Dims& in = x->dims();
    const ir::Dims& listed = regions->dims();
    if (in.size() != 4 || listed.size() != 2 || listed[1] != 4 || !entries ||
        static_cast<std::int64_t>(entries->size()) != listed[0])
        return badInput(say("an input {1}, regions {2} and {3} batch entries where [N, C, H, W], [regions, 4] "
                            "and [regions] are expected",
                            x->type().text(), regions->type().text(), entries ? entries->size() : 0));
    for (const std::int64_t entry : *entries)
        if (entry < 0 || entry >= in[0])
            return badInput(say("batch entry {1} is outside [0, {2}]", entry, in[0] - 1));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *x));
    ASSIGN_OR_RETURN(const auto corners, asFloat32(context, *regions));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, x->dtype(),
                                                 {listed[0], in[1], settings.height, settings.width}));
    if (out.data().empty()) return {};
    const std::int64_t plane = in[2] * in[3];
    if (plane == 0) return badInput(say("the input {1} has nothing to sample", x->type().text()));
    const std::int64_t bins = settings.height * settings.width;
    for (std::int64_t region = 0; region < listed[0]; ++region) {
        const float* box = corners.as<float>().data() + region * 4;
        ASSIGN_OR_RETURN(const auto rows, pointsOf(settings, box[1], box[3], settings.height, in[2]));
        ASSIGN_OR_RETURN(const auto columns, pointsOf(settings, box[0], box[2], settings.width, in[3]));
        const std::int64_t entry = (*entries)[static_cast<std::size_t>(region)];
        const std::int64_t work = in[1] * bins * std::max<std::int64_t>(rows.perBin * columns.perBin, 1) * 4;
        const int threads = usefulThreads(context.threads(), work, in[1]);
        parallelFor(threads, in[1], [&](std::int64_t channel, int) {
            const float* from = values.as<float>().data() + (entry * in[1] + channel) * plane;
            float* to = out.data().data() + (region * in[1] + channel) * bins;
            for (std::int64_t row = 0; row < settings.height && !context.run().stopped(); ++row)
                for (std::int64_t column = 0; column < settings.width; ++column)
                    *to++ = binValue(from, in[3], rows, columns, row, column, settings.largest);
        });
        if (context.run().stopped()) return cancelled();
    }
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "RoiAlign",
    .category = Category::Pooling,
    .infer = infer,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::roi_align
