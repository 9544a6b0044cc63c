// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/vision/grid_taps.h"

#include <algorithm>

namespace edgewright::ops::grid_sample {

namespace {

constexpr std::size_t MaxSpatial = 3;

Result<GridTaps> tapsOf(const ir::Node& node) {
    GridTaps taps;
    const std::string mode = node.stringOr("mode", "linear");
    if (mode == "linear" || mode == "bilinear")
        taps.mode = GridTaps::Mode::Linear;
    else if (mode == "cubic" || mode == "bicubic")
        taps.mode = GridTaps::Mode::Cubic;
    else if (mode == "nearest")
        taps.mode = GridTaps::Mode::Nearest;
    else
        return badInput(say("mode is '{1}' where linear, nearest or cubic is expected", mode));
    const std::string padding = node.stringOr("padding_mode", "zeros");
    if (padding == "zeros")
        taps.padding = GridTaps::Padding::Zeros;
    else if (padding == "border")
        taps.padding = GridTaps::Padding::Border;
    else if (padding == "reflection")
        taps.padding = GridTaps::Padding::Reflection;
    else
        return badInput(say("padding_mode is '{1}' where zeros, border or reflection is expected", padding));
    taps.alignCorners = node.intOr("align_corners", 0) != 0;
    return taps;
}

// X [N, C, in...], grid [N, out..., spatial axes] -> [N, C, out...]
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto grid, operand(context, 1));
    RETURN_IF_ERROR(tapsOf(context.node()));
    ir::TensorType type(x->dtype);
    const auto rank = x->shape ? x->rank() : grid->rank();
    if (rank && *rank < 3)
        return badInput(say("input {1} is {2} where at least 3 axes are expected", x->shape ? 0 : 1,
                            x->shape ? x->text() : grid->text()));
    if (x->shape && grid->shape) {
        if (grid->shape->size() != *rank)
            return badInput(say("a grid {1} for an input {2}", grid->text(), x->text()));
        const ir::Dim& coordinates = grid->shape->back();
        if (coordinates.known() && coordinates.value() != static_cast<std::int64_t>(*rank) - 2)
            return badInput(
                say("the grid {1} has other than {2} coordinates per point", grid->text(), *rank - 2));
    }
    if (rank) {
        type.shape.emplace(*rank, ir::Dim());
        if (x->shape) std::copy_n(x->shape->begin(), 2, type.shape->begin());
        if (grid->shape) {
            (*type.shape)[0] = grid->shape->front();
            std::copy(grid->shape->begin() + 1, grid->shape->end() - 1, type.shape->begin() + 2);
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

// Points that share one table of taps, so that each channel is read while the table is in the cache.
constexpr std::int64_t Block = 128;

struct Job {
    const float* x;
    const float* grid;
    float* out;
    std::int64_t channels, plane, points; // of one batch entry
    std::int64_t axes;
};

void sampleBlock(const Job& job, const GridTaps& taps, std::int64_t batch, std::int64_t first,
                 std::int64_t count, std::vector<GridTaps::Tap>& table) {
    const std::int64_t each = taps.tapsPerPoint();
    for (std::int64_t i = 0; i < count; ++i)
        taps.at(job.grid + (batch * job.points + first + i) * job.axes, table.data() + i * each);
    for (std::int64_t c = 0; c < job.channels; ++c) {
        const float* from = job.x + (batch * job.channels + c) * job.plane;
        float* to = job.out + (batch * job.channels + c) * job.points + first;
        for (std::int64_t i = 0; i < count; ++i) {
            const GridTaps::Tap* tap = table.data() + i * each;
            float sum = 0;
            for (std::int64_t t = 0; t < each; ++t)
                // A tap outside has no weight; what lies at its offset may be infinite.
                if (tap[t].weight != 0) sum += tap[t].weight * from[tap[t].offset];
            to[i] = sum;
        }
    }
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto grid, floatOperand(context, 1));
    ASSIGN_OR_RETURN(auto taps, tapsOf(context.node()));
    const ir::Dims& in = x->dims();
    const ir::Dims& at = grid->dims();
    if (in.size() < 3 || at.size() != in.size() || at[0] != in[0] ||
        at.back() != static_cast<std::int64_t>(in.size()) - 2)
        return badInput(say("a grid {1} for an input {2}", grid->type().text(), x->type().text()));
    if (in.size() - 2 > MaxSpatial)
        return unsupported(say("an input of {1} spatial axes; 1 to 3 are computed", in.size() - 2));
    ir::Dims dims{in[0], in[1]};
    dims.insert(dims.end(), at.begin() + 1, at.end() - 1);
    taps.extents.assign(in.begin() + 2, in.end());
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *x));
    ASSIGN_OR_RETURN(const auto coordinates, asFloat32(context, *grid));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, x->dtype(), dims));
    if (out.data().empty()) return {};
    const std::int64_t plane = values.elements() / (in[0] * in[1]);
    if (plane == 0) return badInput(say("the input {1} has nothing to sample", x->type().text()));
    const Job job{values.as<float>().data(),
                  coordinates.as<float>().data(),
                  out.data().data(),
                  in[1],
                  plane,
                  static_cast<std::int64_t>(out.data().size()) / (in[0] * in[1]),
                  static_cast<std::int64_t>(in.size()) - 2};
    const std::int64_t blocks = ceilDiv(job.points, Block);
    const std::int64_t work = static_cast<std::int64_t>(out.data().size()) * taps.tapsPerPoint();
    const int threads = usefulThreads(context.threads(), work, in[0] * blocks);
    std::vector<std::vector<GridTaps::Tap>> tables(static_cast<std::size_t>(threads));
    for (auto& table : tables)
        table.resize(static_cast<std::size_t>(Block * taps.tapsPerPoint()));
    parallelFor(threads, in[0] * blocks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        const std::int64_t first = task % blocks * Block;
        sampleBlock(job, taps, task / blocks, first, std::min(Block, job.points - first),
                    tables[static_cast<std::size_t>(worker)]);
    });
    if (context.run().stopped()) return cancelled();
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "GridSample",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 16,
};

} // namespace edgewright::ops::grid_sample
