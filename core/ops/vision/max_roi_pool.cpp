// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/vision/region.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::max_roi_pool {

namespace {

struct Extents {
    std::int64_t height = 1, width = 1;
};

Result<Extents> pooledExtents(const ir::Node& node) {
    const auto shape = node.ints("pooled_shape");
    if (shape.size() != 2)
        return badInput(say("pooled_shape has {1} entries where 2 are expected", shape.size()));
    RETURN_IF_ERROR(checkRegionExtents(shape[0], shape[1]));
    return Extents{shape[0], shape[1]};
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto pooled, pooledExtents(context.node()));
    return inferRegions(context, 5, pooled.height, pooled.width);
}

// The elements [begin, end) of each bin along an axis, inside the input.
struct Bin {
    std::int64_t begin = 0, end = 0;
};

std::vector<Bin> binsOf(float first, float last, float scale, std::int64_t bins, std::int64_t extent) {
    const float from = std::round(first * scale);
    const float size = std::max(std::round(last * scale) - from + 1, 1.0f);
    const float step = size / static_cast<float>(bins);
    const auto inside = [extent](float x) {
        return std::isnan(x) ? std::int64_t(0)
                             : static_cast<std::int64_t>(std::clamp(x, 0.0f, static_cast<float>(extent)));
    };
    std::vector<Bin> result;
    for (std::int64_t i = 0; i < bins; ++i)
        result.push_back({inside(from + std::floor(static_cast<float>(i) * step)),
                          std::min(inside(from + std::ceil(static_cast<float>(i + 1) * step)), extent)});
    return result;
}

// X [N, C, H, W], regions [R, 5] as batch entry, x1, y1, x2, y2
Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto regions, floatOperand(context, 1));
    ASSIGN_OR_RETURN(const auto pooled, pooledExtents(context.node()));
    const ir::Dims& in = x->dims();
    const ir::Dims& listed = regions->dims();
    if (in.size() != 4 || listed.size() != 2 || listed[1] != 5)
        return badInput(say("an input {1} and regions {2} where [N, C, H, W] and [regions, 5] are expected",
                            x->type().text(), regions->type().text()));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *x));
    ASSIGN_OR_RETURN(const auto boxes, asFloat32(context, *regions));
    ASSIGN_OR_RETURN(
        auto out, FloatOutput::make(context, 0, x->dtype(), {listed[0], in[1], pooled.height, pooled.width}));
    if (out.data().empty()) return {};
    const float scale = context.node().floatOr("spatial_scale", 1.0f);
    const std::int64_t plane = in[2] * in[3];
    const std::int64_t bins = pooled.height * pooled.width;
    for (std::int64_t region = 0; region < listed[0]; ++region) {
        const float* box = boxes.as<float>().data() + region * 5;
        if (!(box[0] >= 0 && box[0] < static_cast<float>(in[0])))
            return badInput(say("batch entry {1} is outside [0, {2}]", std::to_string(box[0]), in[0] - 1));
        const auto rows = binsOf(box[2], box[4], scale, pooled.height, in[2]);
        const auto columns = binsOf(box[1], box[3], scale, pooled.width, in[3]);
        const auto entry = std::min(static_cast<std::int64_t>(box[0]), in[0] - 1);
        parallelFor(usefulThreads(context.threads(), in[1] * (plane + bins), in[1]), in[1],
                    [&](std::int64_t channel, int) {
                        const float* from = values.as<float>().data() + (entry * in[1] + channel) * plane;
                        float* to = out.data().data() + (region * in[1] + channel) * bins;
                        for (const Bin& row : rows) {
                            if (context.run().stopped()) return;
                            for (const Bin& column : columns) {
                                bool any = false;
                                float most = 0; // of a bin without elements
                                for (std::int64_t i = row.begin; i < row.end; ++i)
                                    for (std::int64_t k = column.begin; k < column.end; ++k) {
                                        most = any ? std::max(most, from[i * in[3] + k]) : from[i * in[3] + k];
                                        any = true;
                                    }
                                *to++ = most;
                            }
                        }
                    });
        if (context.run().stopped()) return cancelled();
    }
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "MaxRoiPool",
    .category = Category::Pooling,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::max_roi_pool
