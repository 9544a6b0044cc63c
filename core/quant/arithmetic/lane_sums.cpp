// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/lane_sums.h"

#include <cstring>

namespace edgewright::quant {

namespace {

#define EDGEWRIGHT_INTO_CALLER [[gnu::always_inline]] inline

using LaneCodes = std::int16_t __attribute__((vector_size(SumLanes * sizeof(std::int16_t))));
using LaneNumbers = std::int32_t __attribute__((vector_size(SumLanes * sizeof(std::int32_t))));

// All of these become part of the function that calls them, and use the instructions of that one.
EDGEWRIGHT_INTO_CALLER void addProductsHere(const std::int16_t* x, std::size_t terms, const std::int16_t* w,
                                            std::int32_t* sum, std::int32_t* low, std::int32_t* high) {
    LaneNumbers sums, lows, highs;
    std::memcpy(&sums, sum, sizeof sums);
    std::memcpy(&lows, low, sizeof lows);
    std::memcpy(&highs, high, sizeof highs);
    for (std::size_t k = 0; k < terms; ++k, w += SumLanes) {
        LaneCodes codes;
        std::memcpy(&codes, w, sizeof codes);
        sums += __builtin_convertvector(codes, LaneNumbers) * std::int32_t(x[k]);
        lows = sums < lows ? sums : lows;
        highs = sums > highs ? sums : highs;
    }
    std::memcpy(sum, &sums, sizeof sums);
    std::memcpy(low, &lows, sizeof lows);
    std::memcpy(high, &highs, sizeof highs);
}

EDGEWRIGHT_INTO_CALLER void addClampedHere(const std::int16_t* x, std::size_t terms, const std::int16_t* w,
                                           std::int32_t lowest, std::int32_t highest, std::int32_t* sum) {
    LaneNumbers sums;
    std::memcpy(&sums, sum, sizeof sums);
    const LaneNumbers least = LaneNumbers{} + lowest, most = LaneNumbers{} + highest;
    for (std::size_t k = 0; k < terms; ++k, w += SumLanes) {
        LaneCodes codes;
        std::memcpy(&codes, w, sizeof codes);
        sums += __builtin_convertvector(codes, LaneNumbers) * std::int32_t(x[k]);
        sums = sums > least ? sums : least;
        sums = sums < most ? sums : most;
    }
    std::memcpy(sum, &sums, sizeof sums);
}

#undef EDGEWRIGHT_INTO_CALLER

#ifdef __x86_64__
[[gnu::target("avx2")]] void addProductsAvx2(const std::int16_t* x, std::size_t terms, const std::int16_t* w,
                                             std::int32_t* sum, std::int32_t* low, std::int32_t* high) {
    addProductsHere(x, terms, w, sum, low, high);
}

[[gnu::target("avx2")]] void addClampedAvx2(const std::int16_t* x, std::size_t terms, const std::int16_t* w,
                                            std::int32_t lowest, std::int32_t highest, std::int32_t* sum) {
    addClampedHere(x, terms, w, lowest, highest, sum);
}

const bool HasAvx2 = __builtin_cpu_supports("avx2");
#endif

} // namespace

void addProducts(std::span<const std::int16_t> x, const std::int16_t* w, LaneSums& sum, LaneSums& low,
                 LaneSums& high) {
#ifdef __x86_64__
    if (HasAvx2) return addProductsAvx2(x.data(), x.size(), w, sum.data(), low.data(), high.data());
#endif
    addProductsHere(x.data(), x.size(), w, sum.data(), low.data(), high.data());
}

void addClamped(std::span<const std::int16_t> x, const std::int16_t* w, std::int32_t lowest,
                std::int32_t highest, LaneSums& sum) {
#ifdef __x86_64__
    if (HasAvx2) return addClampedAvx2(x.data(), x.size(), w, lowest, highest, sum.data());
#endif
    addClampedHere(x.data(), x.size(), w, lowest, highest, sum.data());
}

} // namespace edgewright::quant
