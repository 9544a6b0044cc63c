// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product/small_planes.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

// Processors of other kinds have no permutation of codes (kernels::IntegerTiles::permutesCodes).
#if defined(__x86_64__)
constexpr bool MayPermuteCodes = true;
#else
constexpr bool MayPermuteCodes = false;
#endif

constexpr std::int64_t MaxTable = 64 * 1024; // bytes: what stays in the cache beside the planes

// The place of each code that an output takes, -1 outside of the plane and -2 where the weight is 0:
// [outputs, units, depth].
std::vector<std::int64_t> placesOf(const IntegerJob& job, std::int64_t units, std::int64_t depth) {
    const Geometry& g = job.geometry;
    const auto &h = g.axes[1], &w = g.axes[2];
    const FilterRow filter(job, depth);
    std::vector<std::int64_t> places(static_cast<std::size_t>(g.outPlane() * units * depth), -2);
    for (std::int64_t o = 0; o < g.outPlane(); ++o)
        for (std::int64_t tap = 0; tap < g.taps(); ++tap) {
            const std::int64_t row =
                o / w.out * h.window.stride - h.window.padBegin + tap / w.window.kernel * h.window.dilation;
            const std::int64_t column =
                o % w.out * w.window.stride - w.window.padBegin + tap % w.window.kernel * w.window.dilation;
            const bool isInside = row >= 0 && row < h.in && column >= 0 && column < w.in;
            const std::int64_t code = filter.places[static_cast<std::size_t>(tap)];
            places[static_cast<std::size_t>(o * units * depth + code)] = isInside ? row * w.in + column : -1;
        }
    return places;
}

} // namespace

std::shared_ptr<const SmallPlaneTables> smallPlaneTables(const IntegerJob& job) {
    if constexpr (!MayPermuteCodes) return nullptr;
    const kernels::IntegerTiles& tiles = *job.filter->tiles;
    const Geometry& g = job.geometry;
    const std::int64_t lanes = tiles.columns / 2, depth = tiles.depth, codes = lanes * depth;
    if (!tiles.permutesCodes() || job.way != IntegerWay::Lines || job.perGroup != 1 || !job.factors.empty() ||
        !job.target.codes)
        return nullptr;
    if (g.axes[2].out >= lanes && g.axes[1].out >= 4) return nullptr; // lines fill their vectors
    SmallPlaneTables tables;
    tables.units = job.filter->stride;
    tables.vectors = ceilDiv(g.outPlane(), lanes);
    const auto entries = checkedMul(tables.units, tables.vectors);
    if (!entries || *entries > MaxTable / codes) return nullptr;

    const auto places = placesOf(job, tables.units, depth);
    tables.places.assign(static_cast<std::size_t>(*entries * codes), 0);
    for (std::int64_t unit = 0; unit < tables.units; ++unit)
        for (std::int64_t vector = 0; vector < tables.vectors; ++vector) {
            const std::int64_t last = std::min(g.outPlane(), (vector + 1) * lanes);
            const auto each = [&](const auto& body) {
                for (std::int64_t o = vector * lanes; o < last; ++o)
                    for (std::int64_t i = 0; i < depth; ++i)
                        body(static_cast<std::size_t>(o % lanes * depth + i),
                             places[static_cast<std::size_t>((o * tables.units + unit) * depth + i)]);
            };
            std::int64_t lowest = g.inPlane(), highest = 0;
            std::uint64_t outside = 0;
            each([&](std::size_t code, std::int64_t place) {
                if (place == -1) outside |= std::uint64_t(1) << code;
                if (place < 0) return;
                lowest = std::min(lowest, place);
                highest = std::max(highest, place);
            });
            // Vectors that are read end inside of the plane, or begin with it.
            const std::int64_t held =
                highest - std::min(lowest, std::max<std::int64_t>(0, g.inPlane() - codes));
            tables.held = std::max(tables.held, held / codes + 1);
            if (tables.held > 2) return nullptr;
            tables.outside.push_back(outside);
            tables.offsets.push_back(static_cast<std::int32_t>(lowest));
        }
    for (std::size_t entry = 0; entry < tables.offsets.size(); ++entry) {
        std::int32_t& offset = tables.offsets[entry];
        offset = static_cast<std::int32_t>(
            std::min<std::int64_t>(offset, std::max<std::int64_t>(0, g.inPlane() - tables.held * codes)));
        const std::int64_t unit = static_cast<std::int64_t>(entry) / tables.vectors;
        const std::int64_t first = static_cast<std::int64_t>(entry) % tables.vectors * lanes;
        for (std::int64_t o = first; o < std::min(g.outPlane(), first + lanes); ++o)
            for (std::int64_t i = 0; i < depth; ++i) {
                const std::int64_t place =
                    places[static_cast<std::size_t>((o * tables.units + unit) * depth + i)];
                if (place >= 0)
                    tables.places[entry * static_cast<std::size_t>(codes) +
                                  static_cast<std::size_t>((o - first) * depth + i)] =
                        static_cast<std::uint8_t>(place - offset);
            }
    }
    const std::int64_t room = tables.vectors * lanes; // of a plane among the codes that are made at once
    for (std::int64_t i = 0; i < codes; ++i) {
        const std::int64_t plane = i / g.outPlane();
        tables.joined.push_back(
            static_cast<std::uint8_t>(plane * room < codes ? plane * room + i % g.outPlane() : 0));
    }
    return std::make_shared<const SmallPlaneTables>(std::move(tables));
}

Result<void> convolveSmallPlanes(KernelContext& context, const IntegerJob& job,
                                 const SmallPlaneTables& tables) {
    const Geometry& g = job.geometry;
    const std::int64_t wanted = context.parameters().strip;
    const int threads = usefulThreads(context.threads(), job.batch * job.group * g.outPlane() * g.taps() / 40,
                                      job.batch * job.group);
    const std::int64_t share = wanted > 0 ? std::min(wanted, job.group) // planes of a task
                                          : std::clamp<std::int64_t>(job.group / (2 * threads), 1, 64);
    const std::int64_t ofBatch = ceilDiv(job.group, share);
    parallelFor(threads, job.batch * ofBatch, [&](std::int64_t task, int) {
        if (context.run().stopped()) return;
        const std::int64_t channel = task % ofBatch * share;
        const std::int64_t plane = task / ofBatch * job.group + channel;
        kernels::SmallPlanes planes{};
        planes.codes = job.x.data + plane * g.inPlane();
        planes.flip = job.x.flip;
        planes.padding = job.padding ^ job.x.flip;
        planes.planes = std::min(share, job.group - channel);
        planes.inPlane = g.inPlane();
        planes.outPlane = g.outPlane();
        planes.units = tables.units;
        planes.held = tables.held;
        planes.tableVectors = tables.vectors;
        planes.offsets = tables.offsets.data();
        planes.places = tables.places.data();
        planes.outside = tables.outside.data();
        planes.joined = tables.joined.data();
        planes.weights = job.filter->units.as<std::uint32_t>().data() + channel * job.filter->stride;
        planes.weightStride = job.filter->stride;
        planes.terms = job.terms.data() + channel;
        planes.scales = job.multipliers.data() + channel;
        planes.target = advanced(job.target, plane * g.outPlane());
        job.filter->tiles->smallPlanes(planes);
    });
    if (context.run().stopped()) return cancelled();
    return {};
}

} // namespace edgewright::ops
