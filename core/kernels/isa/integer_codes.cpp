// SPDX-License-Identifier: GPL-3.0-or-later
// Codes to numbers and back, and arithmetic on them.
#include "core/kernels/isa/integer_vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

EDGEWRIGHT_INLINE Bytes loadBytes(const std::uint8_t* from, int count) {
    Bytes value{};
    __builtin_memcpy(&value, from, static_cast<std::size_t>(count));
    return value;
}
EDGEWRIGHT_INLINE Ints widen(Bytes codes) { return __builtin_convertvector(codes, Ints); }

void encode(const float* from, std::int64_t n, float scale, const IntegerTarget& target) {
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        storeBytes(target.codes + i, codesOf(load(from + i) / scale, target), Lanes);
    if (i < n) {
        const int rest = fewer(n - i);
        storeBytes(target.codes + i, codesOf(loadSome(from + i, rest) / scale, target), rest);
    }
}

void decode(const std::uint8_t* from, std::int64_t n, std::uint8_t flip, std::int32_t zero, float scale,
            float* to) {
    const Bytes flips = flip - Bytes{};
    const auto convert = [&](Bytes codes) __attribute__((always_inline)) {
        return __builtin_convertvector(widen(codes ^ flips) - zero, Floats) * scale;
    };
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        store(to + i, convert(loadBytes(from + i, Lanes)));
    if (i < n) {
        const int rest = fewer(n - i);
        storeSome(to + i, convert(loadBytes(from + i, rest)), rest);
    }
}

EDGEWRIGHT_INLINE Floats numbers(Bytes codes, bool isSigned) {
    // A signed code is its unsigned one with the top bit flipped, less 128.
    const std::uint8_t flip = isSigned ? 0x80 : 0;
    const Bytes flips = flip - Bytes{};
    return __builtin_convertvector(widen(codes ^ flips) - (isSigned ? 128 : 0), Floats);
}

void addCodes(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b, std::int64_t bStep,
              std::int64_t n, bool isSigned, float constant, float left, float right,
              const IntegerTarget& target) {
    for (std::int64_t i = 0; i < n; i += Lanes) {
        const int count = fewer(n - i);
        const Bytes x = aStep != 0 ? loadBytes(a + i, count) : *a - Bytes{};
        const Bytes y = bStep != 0 ? loadBytes(b + i, count) : *b - Bytes{};
        const Floats first = rounded(numbers(x, isSigned) * left) + constant;
        const Floats sum = first + rounded(numbers(y, isSigned) * right);
        storeBytes(target.codes + i, codesOf(sum, target), count);
    }
}

std::int64_t sumCodes(const std::uint8_t* from, std::int64_t n, std::uint8_t flip) {
    std::int64_t sum = 0;
    constexpr std::int64_t Run = 1 << 20; // its sum stays below 2^32
    for (std::int64_t begin = 0; begin < n; begin += Run) {
        const std::int64_t end = begin + Run < n ? begin + Run : n;
        std::uint32_t part = 0;
        for (std::int64_t i = begin; i < end; ++i)
            part += static_cast<std::uint8_t>(from[i] ^ flip);
        sum += part;
    }
    return sum;
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
