// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of planes of codes, one line at a time for each channel that they make: some vectors of a line
// at a time, or, with square filters, a vector of some lines, which share the units that they read.
#include "core/kernels/isa/integer/code_windows.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

// The sums of one kernel row's `units` neighbouring units, added to V vectors of sums.
template <int Step, int V>
EDGEWRIGHT_INLINE void addRow(const std::uint8_t* codes, const std::uint32_t* weights, std::int64_t units,
                              Words (&sums)[V]) {
    constexpr int Most = UnitsOfWindow<Step>;
    for (; units > 0; units -= Most, weights += Most, codes += Most * Depth) {
        Window windows[V];
        for (int v = 0; v < V; ++v)
            windows[v] = windowAt<Step>(codes + v * Lanes * Step);
        for (int t = 0; t < Most; ++t) {
            if (t >= units) break;
            const Words weight = all(weights[t]);
            for (int v = 0; v < V; ++v)
                sums[v] = dot(sums[v], unitIn<Step>(windows[v], t), weight);
        }
    }
}

// The sums of one kernel row whose columns lie `dilation` apart, one in each unit.
template <int Step, int V>
EDGEWRIGHT_INLINE void addColumns(const std::uint8_t* codes, std::int64_t dilation,
                                  const std::uint32_t* weights, std::int64_t columns, Words (&sums)[V]) {
    typedef std::uint16_t Pairs __attribute__((vector_size(2 * Lanes)));
    for (; columns > 0; --columns, ++weights, codes += dilation) {
        const Words weight = all(*weights);
        for (int v = 0; v < V; ++v) {
            const std::uint8_t* from = codes + v * Lanes * Step;
            Words unit;
            if (Step == 1) {
                unit = reinterpret_cast<Words>(widen(loadBytes(from)));
            } else {
                Pairs pairs;
                __builtin_memcpy(&pairs, from, 2 * Lanes);
                unit = __builtin_convertvector(pairs, Words) & 0xffu;
            }
            sums[v] = dot(sums[v], unit, weight);
        }
    }
}

template <int Step, int V>
EDGEWRIGHT_INLINE void addWeighted(const IntegerPlane& plane, const std::uint8_t* codes,
                                   const std::uint32_t* weights, Words (&sums)[V]) {
    if (plane.dilation == 1) {
        const std::int64_t units = (plane.kernelWidth + Depth - 1) / Depth;
        for (std::int64_t q = 0; q < plane.kernelHeight; ++q, weights += units)
            addRow<Step, V>(codes + plane.rows[q], weights, units, sums);
    } else {
        for (std::int64_t q = 0; q < plane.kernelHeight; ++q, weights += plane.kernelWidth)
            addColumns<Step, V>(codes + plane.rows[q], plane.dilation, weights, plane.kernelWidth, sums);
    }
}

// V vectors of outputs from `at` on. What is stored behind the `count` that are outputs stays below `room`.
template <int Step, int V>
EDGEWRIGHT_INLINE void convolveSome(const IntegerPlane& plane, const std::uint8_t* codes, std::int64_t at,
                                    std::int64_t count, std::int64_t room) {
    Words sums[V];
    for (int v = 0; v < V; ++v)
        sums[v] = all(static_cast<std::uint32_t>(*plane.terms));
    addWeighted<Step, V>(plane, codes, plane.weights, sums);
    if (plane.factors && *plane.factors != 0) {
        Words under[V]{};
        addWeighted<Step, V>(plane, codes, plane.ones, under);
        for (int v = 0; v < V; ++v)
            sums[v] += under[v] * static_cast<std::uint32_t>(*plane.factors);
    }
    if (!plane.target.codes) {
        for (int v = 0; v < V; ++v)
            if (count > v * Lanes) storeSums(plane.target.sums + at + v * Lanes, sums[v], count - v * Lanes);
        return;
    }
    const Coder coder = coderOf(plane.target);
    const Floats scale = splat(*plane.scales);
    const auto wholes = [&](auto v) __attribute__((always_inline)) {
        if constexpr (v.value < V)
            return wholeOf(toFloats(sums[v.value]) * scale, coder);
        else
            return Words{};
    };
    const Codes made =
        codesOfWhole(wholes(Number<0>()), wholes(Number<1>()), wholes(Number<2>()), wholes(Number<3>()), coder);
    storeCodes(plane.target.codes + at, made, room >= InCodes ? InCodes : count);
}

// The same for codes of C channels, which share the units that they read.
template <int Step, int V, int C>
EDGEWRIGHT_INLINE void convolveChannels(const IntegerPlane& plane, const std::uint8_t* codes, std::int64_t at,
                                        std::int64_t count, std::int64_t room) {
    const std::int64_t units = (plane.kernelWidth + Depth - 1) / Depth;
    Words sums[C][V];
    repeat<C>([&](auto c) __attribute__((always_inline)) {
        repeat<V>([&](auto v) __attribute__((always_inline)) {
            sums[c.value][v.value] = all(static_cast<std::uint32_t>(plane.terms[c.value]));
        });
    });
    const std::uint32_t* weights = plane.weights;
    for (std::int64_t q = 0; q < plane.kernelHeight; ++q) {
        Window windows[V];
        repeat<V>([&](auto v) __attribute__((always_inline)) {
            windows[v.value] = windowAt<Step>(codes + plane.rows[q] + v.value * Lanes * Step);
        });
        for (int t = 0; t < units; ++t, ++weights) {
            Words unit[V];
            repeat<V>([&](auto v) __attribute__((always_inline)) {
                unit[v.value] = unitIn<Step>(windows[v.value], t);
            });
            repeat<C>([&](auto c) __attribute__((always_inline)) {
                const Words weight = all(weights[c.value * plane.weightStride]);
                repeat<V>([&](auto v) __attribute__((always_inline)) {
                    sums[c.value][v.value] = dot(sums[c.value][v.value], unit[v.value], weight);
                });
            });
        }
    }
    const Coder coder = coderOf(plane.target);
    repeat<C>([&](auto c) __attribute__((always_inline)) {
        const Floats scale = splat(plane.scales[c.value]);
        const auto wholes = [&](auto v) __attribute__((always_inline)) {
            if constexpr (v.value < V)
                return wholeOf(toFloats(sums[c.value][v.value]) * scale, coder);
            else
                return Words{};
        };
        const Codes made = codesOfWhole(wholes(Number<0>()), wholes(Number<1>()), wholes(Number<2>()),
                                        wholes(Number<3>()), coder);
        storeCodes(plane.target.codes + c.value * plane.targetStep + at, made,
                   room >= InCodes ? InCodes : count);
    });
}

template <int Step, int V, int C>
EDGEWRIGHT_INLINE void convolvePart(const IntegerPlane& plane, const std::uint8_t* codes, std::int64_t at,
                                    std::int64_t count, std::int64_t room) {
    if constexpr (C == 1)
        convolveSome<Step, V>(plane, codes, at, count, room);
    else
        convolveChannels<Step, V, C>(plane, codes, at, count, room);
}

template <int Step, int C>
void convolveLines(const IntegerPlane& plane) {
    const std::int64_t total = plane.lines * plane.n;
    const std::uint8_t* line = plane.codes;
    for (std::int64_t i = 0; i < plane.lines; ++i, line += plane.lineStep) {
        const std::int64_t begin = i * plane.n;
        for (std::int64_t j = 0; j < plane.n; j += 4 * Lanes) {
            // The next line writes over what is too much.
            const std::int64_t rest = plane.n - j, room = total - begin - j;
            const std::uint8_t* codes = line + j * Step;
            constexpr bool HasThree = Lanes > 4; // short vectors are not worth the code
            if (rest > (HasThree ? 3 : 2) * Lanes)
                convolvePart<Step, 4, C>(plane, codes, begin + j, rest < 4 * Lanes ? rest : 4 * Lanes, room);
            else if (HasThree && rest > 2 * Lanes)
                convolvePart<Step, HasThree ? 3 : 4, C>(plane, codes, begin + j, rest, room);
            else if (rest > Lanes)
                convolvePart<Step, 2, C>(plane, codes, begin + j, rest, room);
            else
                convolvePart<Step, 1, C>(plane, codes, begin + j, rest, room);
        }
    }
}

#if defined(__AVX512F__)
typedef __m128i QuarterBytes;
template <int Part>
EDGEWRIGHT_INLINE QuarterBytes quarterOf(Codes codes) {
    return _mm512_maskz_extracti32x4_epi32(0xf, reinterpret_cast<__m512i>(codes), Part);
}
#elif defined(__AVX2__)
typedef long long QuarterBytes;
template <int Part>
EDGEWRIGHT_INLINE QuarterBytes quarterOf(Codes codes) {
    return _mm256_extract_epi64(reinterpret_cast<__m256i>(codes), Part);
}
#else
typedef std::uint32_t QuarterBytes;
template <int Part>
EDGEWRIGHT_INLINE QuarterBytes quarterOf(Codes codes) {
    return reinterpret_cast<Words>(codes)[Part];
}
#endif

// Lines that are convolved at once.
constexpr int Joined = 4;

// One vector of each of them from `at` on, by a filter of K x K whose step along columns is Step, too. `room`:
// as above, behind each of them.
template <int Step, int K>
EDGEWRIGHT_INLINE void convolveSquare(const IntegerPlane& plane, const std::uint8_t* codes, std::int64_t pitch,
                                      std::int64_t at, std::int64_t count, std::int64_t room) {
    constexpr int Units = (K + Depth - 1) / Depth;
    static_assert(Units <= UnitsOfWindow<Step>);
    const Coder coder = coderOf(plane.target);
    const std::uint32_t* weights = plane.weights;
    Words sums[Joined];
    repeat<Joined>([&](auto o) __attribute__((always_inline)) {
        sums[o.value] = all(static_cast<std::uint32_t>(*plane.terms));
    });
    repeat<(Joined - 1) * Step + K>([&](auto row) __attribute__((always_inline)) {
        const Window window = windowAt<Step>(codes + row.value * pitch);
        repeat<Units>([&](auto t) __attribute__((always_inline)) {
            const Words unit = unitIn<Step>(window, t.value);
            repeat<Joined>([&](auto o) __attribute__((always_inline)) {
                constexpr int q = decltype(row)::value - decltype(o)::value * Step;
                if constexpr (q >= 0 && q < K)
                    sums[o.value] = dot(sums[o.value], unit, all(weights[q * Units + t.value]));
            });
        });
    });
    if (!plane.target.codes) {
        repeat<Joined>([&](auto o) __attribute__((always_inline)) {
            storeSums(plane.target.sums + at + o.value * plane.n, sums[o.value], count);
        });
        return;
    }
    const Floats scale = splat(*plane.scales);
    const Codes made = codesOf(toFloats(sums[0]) * scale, toFloats(sums[1]) * scale, toFloats(sums[2]) * scale,
                               toFloats(sums[3]) * scale, coder);
    // In this order: what is too much of a line is written over by the next one.
    repeat<Joined>([&](auto o) __attribute__((always_inline)) {
        const QuarterBytes quarter = quarterOf<o.value>(made);
        std::uint8_t* to = plane.target.codes + at + o.value * plane.n;
        if (room - o.value * plane.n >= Lanes) {
            __builtin_memcpy(to, &quarter, Lanes);
        } else {
            std::uint8_t some[Lanes];
            __builtin_memcpy(some, &quarter, Lanes);
            copyBytes<Lanes>(to, some, static_cast<int>(count));
        }
    });
}

// The last lines, and the last columns, are convolved twice where they are no whole group.
template <int Step, int K>
void convolveSquares(const IntegerPlane& plane, std::int64_t pitch) {
    const std::int64_t n = plane.n;
    for (std::int64_t i = 0; i < plane.lines; i += Joined) {
        const std::int64_t line = i + Joined <= plane.lines ? i : plane.lines - Joined;
        const std::uint8_t* codes = plane.codes + line * plane.lineStep;
        const std::int64_t all = (plane.lines - line) * n;
        if (n < Lanes)
            convolveSquare<Step, K>(plane, codes, pitch, line * n, n, all);
        else
            for (std::int64_t j = 0; j < n; j += Lanes) {
                const std::int64_t column = j + Lanes <= n ? j : n - Lanes;
                convolveSquare<Step, K>(plane, codes + column * Step, pitch, line * n + column, Lanes, all);
            }
    }
}

// Whether the lines are those of a square filter with equal steps, whose rows follow each other.
bool isSquare(const IntegerPlane& plane) {
    if (plane.kernelHeight != plane.kernelWidth || plane.kernelHeight < 2 || plane.dilation != 1 ||
        (plane.factors && *plane.factors != 0) || plane.lines < Joined)
        return false;
    const std::int64_t pitch = plane.rows[1] - plane.rows[0];
    for (std::int64_t q = 0; q < plane.kernelHeight; ++q)
        if (plane.rows[q] != q * pitch) return false;
    return plane.lineStep == pitch * plane.step;
}

template <int Step>
void convolveChannel(const IntegerPlane& plane) {
    if (isSquare(plane)) {
        if (plane.kernelWidth == 3) return convolveSquares<Step, 3>(plane, plane.rows[1]);
        if (plane.kernelWidth == 5) return convolveSquares<Step, 5>(plane, plane.rows[1]);
        if (plane.kernelWidth == 7) return convolveSquares<Step, 7>(plane, plane.rows[1]);
    }
    convolveLines<Step, 1>(plane);
}

#if defined(__AVX512F__)
constexpr int AtOnce = 4; // channels whose sums fit into registers
#else
constexpr int AtOnce = 1;
#endif

template <int Step>
void convolveStepping(const IntegerPlane& plane) {
    const bool areShared = plane.target.codes && !plane.factors && plane.dilation == 1 &&
                           plane.kernelWidth <= UnitsOfWindow<Step> * Depth;
    IntegerPlane each = plane;
    for (std::int64_t c = 0; c < plane.channels;) {
        const int made = areShared && c + AtOnce <= plane.channels && !isSquare(each) ? AtOnce : 1;
        made == 1 ? convolveChannel<Step>(each) : convolveLines<Step, AtOnce>(each);
        c += made;
        each.weights += made * plane.weightStride;
        each.terms += made;
        if (each.factors) each.factors += made;
        if (each.scales) each.scales += made;
        if (each.target.codes)
            each.target.codes += made * plane.targetStep;
        else
            each.target.sums += made * plane.targetStep;
    }
}

} // namespace

void convolvePlane(const IntegerPlane& plane) {
    if (plane.step == 1)
        convolveStepping<1>(plane);
    else
        convolveStepping<2>(plane);
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
