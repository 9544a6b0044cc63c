// SPDX-License-Identifier: GPL-3.0-or-later
// The most that a machine reaches, and how near kernels come to it: the roofline (Williams, Waterman and
// Patterson, CACM 52(4), 2009) from measured numbers.
//
// Rates are in 1e9 multiply-accumulates (GMAC/s) and 1e9 bytes (GB/s) per second, of all threads together.
#pragma once

#include "core/device/operator_rows.h"
#include "core/device/record/record.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::device {

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
    measure::Machine machine;
    measure::Conditions before, after;
    double seconds = 0; // that it took
    LevelSource levelSource = LevelSource::Unknown;
    std::vector<ThreadRoof> threads; // each number of threads once, rising
    std::vector<KernelTime> kernels; // in the order of kernelCases(), for each number of threads
    std::vector<BandwidthPoint> curve;

    const ThreadRoof* on(int threads) const; // null: not measured
};

// The roofline: min(peak, bandwidth * intensity) in GMAC/s, where `intensity` is in MACs per byte and the
// bandwidth is LevelBandwidth::best of memory (or of the outermost level that was measured), or of `level`.
// Nothing where that number of threads, that peak or that level was not measured, or `intensity` is below 0.
std::optional<double> attainable(const Roof& roof, int threads, double intensity, Arithmetic arithmetic,
                                 std::string_view level = MemoryLevel);

// The least time that the roof allows, over the time that was taken: 1 is on the roof. With macs > 0 that is
// the measured rate over what is attainable at macs / bytes; an operator without MACs is compared with the
// bandwidth alone.
//
// Assumed: every byte of inputs, weights and outputs moves once, between the core and the nearest level that
// holds all of them together. What really lies further out (weights of a network that is larger than the
// caches) makes the share too low; what is in a nearer cache still, an algorithm that gets by with fewer MACs
// (Winograd), or a higher clock than when the roof was measured, can bring it above 1. Nothing where the roof
// has no such number of threads, bandwidth or peak, for times of 0, and for operators that neither compute nor
// move.
std::optional<double> shareOfRoof(const Roof& roof, const OperatorTime& time, int threads);
std::optional<double> shareOfRoof(const Roof& roof, const OperatorRow& row, int threads);
std::optional<double> shareOfRoof(const Roof& roof, const KernelTime& kernel);
// The rate over the peak in registers, whatever memory allows. Nothing where the peak is not known.
std::optional<double> shareOfPeak(const Roof& roof, const KernelTime& kernel);

// The caches that a curve shows, from the core outwards: a level is where the rate stays within 15 % from each
// size to the next, over two sizes at least, and the last such stretch is memory. `curve`: sizes rising. Empty
// where there are fewer than two stretches.
std::vector<measure::Cache> levelsOf(std::span<const BandwidthPoint> curve);

} // namespace edgewright::device
