// SPDX-License-Identifier: GPL-3.0-or-later
// The most that a machine reaches, as numbers that were measured there.
//
// Rates are in 1e9 multiply-accumulates (GMAC/s) and 1e9 bytes (GB/s) per second, of all threads together.
#pragma once

#include "core/measure/arithmetic.h"
#include "core/measure/machine.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::measure {

inline constexpr double MaxRate = 1e9;       // of a roof
inline constexpr std::size_t MaxLevels = 16; // of the memory hierarchy
inline constexpr std::string_view MemoryLevel = "memory";

// The bandwidth of one level of the memory hierarchy. Bytes are counted as STREAM does: what the
// program reads and writes, not the lines that a cache fetches before they are written.
struct LevelBandwidth {
    std::string level;           // "L1", "L2", "L3", MemoryLevel
    std::int64_t capacity = 0;   // bytes that the threads have there together; 0: memory
    std::int64_t workingSet = 0; // bytes that all threads together went through again and again
    double read = 0;             // GB/s
    double copy = 0, triad = 0;  // a = b, a = b + s * c
    double best() const;         // the largest of the three
};

// Nothing where a level may lie behind the `inner` ones, else what is expected.
std::optional<std::string> levelFault(std::span<const LevelBandwidth> inner, const LevelBandwidth& level);

struct ThreadRoof {
    int threads = 1;
    double float32 = 0, int8 = 0; // GMAC/s in registers; no kernel does MACs faster. 0: not known
    // From the core outwards, memory last. A level is missing where it cannot be told from the one below, as a
    // cache that many threads share.
    std::vector<LevelBandwidth> levels;

    double peak(Arithmetic arithmetic) const { return arithmetic == Arithmetic::Int8 ? int8 : float32; }
    const LevelBandwidth* level(std::string_view name) const; // null: not measured
    // The nearest level that holds so many bytes; the outermost one where none does. Null without levels.
    const LevelBandwidth* levelHolding(std::int64_t bytes) const;
    // True if the levels are as said above, each of them once.
    bool isInOrder() const;
};

// One kernel of this program as the executor runs it, with weights that are known beforehand.
struct KernelTime {
    std::string algorithm; // "gemm", "direct", "im2col", "winograd"
    std::string shape;     // "3x3 64 to 64 at 56x56"
    Arithmetic arithmetic = Arithmetic::Float32;
    int threads = 1;
    double seconds = 0;     // median
    std::int64_t macs = 0;  // > 0; of the operator as it is defined, whatever the algorithm saves
    std::int64_t bytes = 0; // inputs, weights and outputs, each once

    double rate() const { return seconds > 0 ? static_cast<double>(macs) / seconds / 1e9 : 0; } // GMAC/s
};

// Reading on one thread, over the size of what is read.
struct BandwidthPoint {
    std::int64_t bytes = 0;
    double read = 0; // GB/s
};

// The source of the sizes of the caches.
enum class LevelSource {
    System,  // it tells them
    Curve,   // steps of the curve: sizes are powers of two that still fit
    Unknown, // neither; only memory is measured
};

struct Roof {
    std::string date; // "2026-11-23T04:10:00Z"
    std::string isa;  // of the kernels
    Machine machine;
    Conditions before, after;
    double seconds = 0; // that it took
    LevelSource levelSource = LevelSource::Unknown;
    std::vector<ThreadRoof> threads; // each number of threads once, rising
    std::vector<KernelTime> kernels; // in one order for each number of threads
    std::vector<BandwidthPoint> curve;

    const ThreadRoof* on(int threads) const; // null: not measured
    // True if numbers of threads rise, and the sizes of the curve, and levels are in order.
    bool isInOrder() const;
};

} // namespace edgewright::measure
