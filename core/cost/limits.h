// SPDX-License-Identifier: GPL-3.0-or-later
// Up to which size a layer is simulated word by word or cycle by cycle (each bound is about a second of work).
// Beyond, LayerCost::exact is false and
//   ifmap DRAM reads    are one fetch of every touched word per pass over the ifmap,
//   ofmap DRAM writes   are the words that the array produces,
//   stalls              are what the busiest DRAM port needs beyond the stall-free cycles,
//   start, stop         (ScaleSimLayer) are those of an array that never waits, and of a DRAM that is busy to
//   the
//                       last line.
#pragma once

#include <cstdint>

namespace edgewright::cost {

inline constexpr std::int64_t VisitLimit = std::int64_t(1) << 26;   // ifmap elements asked for in one pass
inline constexpr std::int64_t PassesLimit = std::int64_t(1) << 31;  // ... and in all
inline constexpr std::int64_t WordLimit = std::int64_t(1) << 25;    // ifmap words
inline constexpr std::int64_t LineLimit = std::int64_t(1) << 26;    // cycles of one layer
inline constexpr std::int64_t SegmentLimit = std::int64_t(1) << 23; // demand lines of one pass
inline constexpr std::int64_t RefillLimit = std::int64_t(1)
                                            << 22; // of a buffer, where their lines are asked for
// Limits of every description, so that no product overflows.
inline constexpr std::int64_t ArrayLimit = std::int64_t(1) << 16;  // rows, columns
inline constexpr std::int64_t SramLimit = std::int64_t(1) << 24;   // kB
inline constexpr std::int64_t ExtentLimit = std::int64_t(1) << 31; // M, N, K, extents
inline constexpr std::int64_t MacLimit = std::int64_t(1) << 53;    // of one repetition

} // namespace edgewright::cost
