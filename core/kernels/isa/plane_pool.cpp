// SPDX-License-Identifier: GPL-3.0-or-later
// First the rows of a window are joined into one padded row, then its columns.
#include "core/kernels/plane_pool.h"

#include "core/kernels/isa/code_pool.h"
#include "core/kernels/isa/padded_row.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

struct Greatest {
    EDGEWRIGHT_INLINE Floats nothing() { return splat(-__builtin_inff()); }
    EDGEWRIGHT_INLINE Floats join(Floats x, Floats best) { return greater(x, best); }
};
struct Total {
    EDGEWRIGHT_INLINE Floats nothing() { return Floats{}; }
    EDGEWRIGHT_INLINE Floats join(Floats x, Floats sum) { return x + sum; }
};

// Rows whose columns are joined together: what was just written is not read at once.
constexpr int Together = 4;

bool layOutRow(const PlanePool& p, PaddedRow& row) {
    return layOut(row, p.inWidth, p.outWidth, p.kernelWidth, p.strideWidth, p.dilationWidth, p.padLeft);
}

std::int64_t scratchFloats(const PlanePool& p) {
    PaddedRow row;
    return layOutRow(p, row) ? Together * row.floats : -1;
}

template <typename Join>
void joinRows(const PlanePool& p, const PaddedRow& row, const float* plane, std::int64_t y, float* to) {
    const std::int64_t top = y * p.strideHeight - p.padTop;
    const std::int64_t first = top >= 0 ? 0 : (-top + p.dilationHeight - 1) / p.dilationHeight;
    const std::int64_t room = p.inHeight - 1 - top;
    const std::int64_t last = room < 0 ? 0 : lesserOf(p.kernelHeight, room / p.dilationHeight + 1);
    const std::int64_t step = p.dilationHeight * p.inWidth;
    const float* from = plane + (top + first * p.dilationHeight) * p.inWidth;
    const std::int64_t taps = last - first;
    if (taps <= 0)
        fillInput(row, to, [](std::int64_t, int) { return Join::nothing(); });
    else if (taps == 2)
        fillInput(row, to, [=](std::int64_t x, int count) {
            if (count == Lanes)
                return Join::join(load(from + step + x), Join::join(load(from + x), Join::nothing()));
            return Join::join(loadSome(from + step + x, count),
                              Join::join(loadSome(from + x, count), Join::nothing()));
        });
    else if (taps == 3)
        fillInput(row, to, [=](std::int64_t x, int count) {
            Floats value = Join::nothing();
            for (int k = 0; k < 3; ++k)
                value = Join::join(
                    count == Lanes ? load(from + k * step + x) : loadSome(from + k * step + x, count), value);
            return value;
        });
    else
        fillInput(row, to, [=](std::int64_t x, int count) {
            Floats value = Join::nothing();
            for (std::int64_t k = 0; k < taps; ++k)
                value = Join::join(
                    count == Lanes ? load(from + k * step + x) : loadSome(from + k * step + x, count), value);
            return value;
        });
}

template <typename Join, typename Finish>
EDGEWRIGHT_INLINE void joinColumns(const PlanePool& p, const PaddedRow& row, const float* from, float* to,
                                   Finish finish) {
    for (std::int64_t x = 0; x < p.outWidth; x += Lanes) {
        Floats value = load(from + row.column[0] + x);
        for (std::int64_t k = 1; k < p.kernelWidth; ++k)
            value = Join::join(load(from + row.column[k] + x), value);
        const int count = static_cast<int>(lesserOf(Lanes, p.outWidth - x));
        value = finish(value, x, count);
        if (count == Lanes)
            store(to + x, value);
        else
            storeSome(to + x, value, count);
    }
}

// Windows of 2 x 2 side by side, all of which are inside.
bool arePairs(const PlanePool& p) {
    return p.kernelHeight == 2 && p.kernelWidth == 2 && p.strideWidth == 2 && p.dilationWidth == 1 &&
           p.padTop == 0 && p.padLeft == 0 && 2 * p.outWidth <= p.inWidth &&
           (p.outHeight - 1) * p.strideHeight + p.dilationHeight < p.inHeight;
}

template <typename Join, typename Finish>
EDGEWRIGHT_INLINE void joinPairs(const float* upper, const float* lower, std::int64_t width, float* to,
                                 Finish finish) {
    const auto joined = [&](std::int64_t at, std::int64_t count) __attribute__((always_inline)) {
        if (count >= Lanes) return Join::join(load(lower + at), Join::join(load(upper + at), Join::nothing()));
        const int some = count > 0 ? static_cast<int>(count) : 0;
        return Join::join(loadSome(lower + at, some), Join::join(loadSome(upper + at, some), Join::nothing()));
    };
    for (std::int64_t x = 0; x < width; x += Lanes) {
        const std::int64_t rest = 2 * (width - x);
        const Floats left = joined(2 * x, rest), right = joined(2 * x + Lanes, rest - Lanes);
        const int count = static_cast<int>(lesserOf(Lanes, width - x));
        const Floats value = finish(Join::join(odds(left, right), evens(left, right)), x, count);
        if (count == Lanes)
            store(to + x, value);
        else
            storeSome(to + x, value, count);
    }
}

// finish(y) gives the function of (value, x, count) that ends row y.
template <typename Join, typename Finish>
EDGEWRIGHT_INLINE void pool(const PlanePool& p, Finish finish) {
    if (arePairs(p)) {
        const std::int64_t step = p.dilationHeight * p.inWidth;
        float* out = p.out;
        for (std::int64_t plane = 0; plane < p.planes; ++plane)
            for (std::int64_t y = 0; y < p.outHeight; ++y, out += p.outWidth) {
                const float* from = p.in + (plane * p.inHeight + y * p.strideHeight) * p.inWidth;
                joinPairs<Join>(from, from + step, p.outWidth, out, finish(y));
            }
        return;
    }
    PaddedRow row;
    if (!layOutRow(p, row)) return;
    fillPadding(row, p.scratch, Together, row.floats, Join::nothing());
    for (int r = 0; r < Together; ++r)
        fill(p.scratch + (r + 1) * row.floats - Lanes, p.scratch + (r + 1) * row.floats, Join::nothing());
    const float* in = p.in;
    float* out = p.out;
    for (std::int64_t plane = 0; plane < p.planes; ++plane, in += p.inHeight * p.inWidth)
        for (std::int64_t y = 0; y < p.outHeight; y += Together) {
            const std::int64_t rows = lesserOf(Together, p.outHeight - y);
            for (std::int64_t r = 0; r < rows; ++r)
                joinRows<Join>(p, row, in, y + r, p.scratch + r * row.floats);
            for (std::int64_t r = 0; r < rows; ++r, out += p.outWidth)
                joinColumns<Join>(p, row, p.scratch + r * row.floats, out, finish(y + r));
        }
}

void maximum(const PlanePool& p) {
    pool<Greatest>(p, [](std::int64_t) { return [](Floats value, std::int64_t, int) { return value; }; });
}

void average(const PlanePool& p) {
    pool<Total>(p, [&](std::int64_t y) {
        return [&p, factor = p.rowFactor[y]](Floats value, std::int64_t x, int count) {
            const float* factors = p.columnFactor + x;
            return value * ((count == Lanes ? load(factors) : loadSome(factors, count)) * factor);
        };
    });
}

} // namespace

extern const PlanePoolKernels planePoolKernels{scratchFloats, maximum, average, codeScratch, maximumOfCodes};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
