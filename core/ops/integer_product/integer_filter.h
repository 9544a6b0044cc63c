// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution's 8-bit weights as the integer kernels take them, and the convolution that runs on them.
#pragma once

#include "core/ops/convolution/window.h"
#include "core/ops/integer_product/byte_codes.h"
#include "core/ops/quantization/requantize.h"

#include <vector>

namespace edgewright::ops {

enum class IntegerWay {
    Panels,        // a matrix product with gathered columns
    Rows,          // the same with columns that are read where they lie
    ShiftedPanels, // few channels would fill no units: those are of neighbouring kernel columns of one channel
    Lines,         // one channel in a group
    FewChannels,   // the only group has few
    SmallPlanes,   // as Lines, without a copy
};

// Panels of rows, `stride` units for each group, whose k is [tap][unit of channels], or, of Shifts, [kernel
// row][unit of kernel columns][channel]; or Lines: `stride` units for each output channel, [kernel
// row][channel][unit of kernel columns], of one column where they are dilated.
enum class IntegerPacking { Channels, Shifts, Lines };

constexpr IntegerPacking packingFor(IntegerWay way) {
    return way == IntegerWay::ShiftedPanels                       ? IntegerPacking::Shifts
           : way == IntegerWay::Panels || way == IntegerWay::Rows ? IntegerPacking::Channels
                                                                  : IntegerPacking::Lines;
}

struct IntegerFilter {
    const kernels::IntegerTiles* tiles = nullptr;
    const std::uint8_t* source = nullptr; // of the codes
    std::vector<std::int64_t> taps;       // of the weight that are there
    IntegerPacking packing = IntegerPacking::Channels;
    std::int64_t stride = 0;
    ir::Tensor units;
    ir::Tensor ones; // the same for one row whose codes are all 1: sums of the input under the window
    std::vector<std::int32_t> sums; // of the codes, per output channel
};

struct SmallPlaneTables;

// Everything that a run needs, checked.
struct IntegerJob {
    Geometry geometry;
    std::vector<std::int64_t> taps; // of each tap of the geometry, which one of the weight it is
    std::int64_t tapsOfWeight = 1;
    std::int64_t batch = 0;
    std::int64_t group = 1;
    std::int64_t channels = 0; // input channels of a group
    std::int64_t perGroup = 0; // output channels of a group
    ByteCodes x;               // unsigned
    std::uint8_t padding = 0;  // the code that stands for 0, as it is in x
    IntegerWay way = IntegerWay::Panels;
    std::shared_ptr<const IntegerFilter> filter;
    std::vector<std::int32_t> terms;   // per output channel: bias and corrections
    std::vector<std::int32_t> factors; // of the input's sum under the window; empty when all are 0
    std::vector<float> multipliers;    // per output channel; empty for sums
    kernels::IntegerTarget target;
    std::shared_ptr<const SmallPlaneTables> small; // of this way

    std::int64_t outChannels() const { return group * perGroup; }
    // Units that hold one input position of a group.
    std::int64_t unitsPerPosition() const {
        return way == IntegerWay::ShiftedPanels ? channels
                                                : (channels + filter->tiles->depth - 1) / filter->tiles->depth;
    }
};

// The places of a filter's codes in its row of units.
struct FilterRow {
    std::int64_t units;
    std::vector<std::int64_t> places; // [channel][tap]

    FilterRow(const IntegerJob& job, std::int64_t depth);
};

// True if units of kernel columns are fewer than those of channels.
bool suitsShifts(const IntegerJob& job, int depth);
// The window over units of `depth` columns, each of which begins one column behind the one before, of lines
// that hold their padding.
Geometry shiftedGeometry(const Geometry& geometry, int depth);

// True if lines suit this convolution: one input channel per group, two axes, strides along the line of 1 or 2.
bool suitsLines(const IntegerJob& job);

// True if lines of a few channels, with their padding around them, suit the only group: as first layers have.
bool suitsFewChannels(const IntegerJob& job, const kernels::IntegerTiles& tiles);

// `codes` are the weights [O, channels, tapsOfWeight] as signed codes.
Result<IntegerFilter> packFilter(const kernels::IntegerTiles& tiles, const ByteCodes& codes,
                                 const IntegerJob& job, bool kept, KernelContext& context);

// True if the input's units can be read where they lie: strides of 1 along lines. It suits where outputs fill
// vectors, too.
bool fitsRows(const Geometry& geometry);
bool suitsRows(const IntegerJob& job, const kernels::IntegerTiles& tiles);

// All write every element of the target. By rows: where that fits.
Result<void> convolveByPanels(KernelContext& context, const IntegerJob& job);
Result<void> convolveByRows(KernelContext& context, const IntegerJob& job);
Result<void> convolveByLines(KernelContext& context, const IntegerJob& job);
Result<void> convolveFewChannels(KernelContext& context, const IntegerJob& job);

} // namespace edgewright::ops
