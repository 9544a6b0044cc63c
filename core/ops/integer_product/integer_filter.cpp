// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product/integer_filter.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"

#include <algorithm>

namespace edgewright::ops {

FilterRow::FilterRow(const IntegerJob& job, std::int64_t depth) {
    const bool byLines = packingFor(job.way) == IntegerPacking::Lines;
    const bool byShifts = packingFor(job.way) == IntegerPacking::Shifts;
    const std::int64_t taps = job.geometry.taps();
    const std::int64_t width = job.geometry.axes[2].window.kernel;
    const std::int64_t groups = ceilDiv(job.channels, depth);
    // Columns of a unit.
    const std::int64_t together = byShifts || job.geometry.axes[2].window.dilation == 1 ? depth : 1;
    const std::int64_t unitsOfRow = ceilDiv(width, together);
    units = byLines || byShifts ? taps / width * unitsOfRow * job.channels : taps * groups;
    for (std::int64_t channel = 0; channel < job.channels; ++channel)
        for (std::int64_t tap = 0; tap < taps; ++tap) {
            const std::int64_t row = tap / width, unit = tap % width / together;
            const std::int64_t ofRows = row * unitsOfRow + unit;
            places.push_back(byLines ? ((row * job.channels + channel) * unitsOfRow + unit) * depth +
                                           tap % width % together
                             : byShifts ? (ofRows * job.channels + channel) * depth + tap % width % together
                                        : (tap * groups + channel / depth) * depth + channel % depth);
        }
}

bool suitsShifts(const IntegerJob& job, int depth) {
    constexpr std::int64_t LongLine = 16; // shorter ones at stride 1 are read where they lie
    const WindowAxis& line = job.geometry.axes[2].window;
    if (line.dilation != 1 || (line.stride == 1 && line.kernel < LongLine)) return false;
    return job.channels * ceilDiv(line.kernel, depth) < ceilDiv(job.channels, depth) * line.kernel;
}

Geometry shiftedGeometry(const Geometry& geometry, int depth) {
    Geometry shifted = geometry;
    Geometry::Axis& line = shifted.axes[2];
    line.window.kernel = ceilDiv(line.window.kernel, depth);
    line.window.dilation = depth;
    line.window.padBegin = line.window.padEnd = 0;
    line.in = (line.out - 1) * line.window.stride + line.window.reach();
    return shifted;
}

Result<IntegerFilter> packFilter(const kernels::IntegerTiles& tiles, const ByteCodes& codes,
                                 const IntegerJob& job, bool kept, KernelContext& context) {
    IntegerFilter filter;
    filter.tiles = &tiles;
    filter.packing = packingFor(job.way);
    const bool byLines = filter.packing == IntegerPacking::Lines;
    const FilterRow filterRow(job, tiles.depth);
    const std::int64_t units = filterRow.units;
    const std::int64_t taken = std::int64_t(filterRow.places.size());
    const std::int64_t panel = tiles.panelUnits(units);
    filter.stride = byLines ? units : ceilDiv(job.perGroup, tiles.rows) * panel;
    const auto zeros = [&](bool stays, const ir::Dims& dims) {
        auto space = stays ? context.allocatePrepared(ir::DataType::UInt32, dims)
                           : context.scratchTensor(ir::DataType::UInt32, dims);
        if (space) std::ranges::fill(space->mutableBytes(), std::byte{0});
        return space;
    };
    ASSIGN_OR_RETURN(filter.units, zeros(kept, {byLines ? job.outChannels() : job.group, filter.stride}));
    filter.sums.resize(static_cast<std::size_t>(job.outChannels()));
    ASSIGN_OR_RETURN(filter.ones, zeros(kept, {byLines ? units : panel}));

    // What is no code must be 0 after the flip.
    const std::int64_t rows = byLines ? 1 : job.perGroup;
    const std::int64_t length = units * tiles.depth;
    ASSIGN_OR_RETURN(const auto matrix, context.scratchOf<std::uint8_t>(rows * length));
    std::ranges::fill(matrix, codes.flip);
    const std::uint8_t* from = codes.data;
    std::uint32_t* to = filter.units.as<std::uint32_t>().data();
    for (std::int64_t begin = 0; begin < job.outChannels(); begin += rows, to += filter.stride) {
        for (std::int64_t row = 0; row < rows; ++row) {
            const std::int64_t* place = filterRow.places.data();
            for (std::int64_t channel = 0; channel < job.channels; ++channel, from += job.tapsOfWeight)
                for (const std::int64_t tap : job.taps)
                    matrix[static_cast<std::size_t>(row * length + *place++)] = from[tap];
        }
        std::int32_t* sums = filter.sums.data() + begin;
        if (!byLines) {
            tiles.packRows(matrix.data(), length, rows, length, codes.flip, to, sums);
            continue;
        }
        *sums = tiles.packLine(matrix.data(), length, codes.flip, to);
    }
    std::vector<std::uint8_t> all(static_cast<std::size_t>(length), 0);
    for (const std::int64_t place : filterRow.places)
        all[static_cast<std::size_t>(place)] = 1;
    auto packed = filter.ones.as<std::uint32_t>();
    std::int32_t sum = 0;
    if (byLines)
        sum = tiles.packLine(all.data(), length, 0, packed.data());
    else
        tiles.packRows(all.data(), length, 1, length, 0, packed.data(), &sum);
    if (sum != taken) return internalError("a convolution's weights were not packed whole");
    return filter;
}

} // namespace edgewright::ops
