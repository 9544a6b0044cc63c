// SPDX-License-Identifier: GPL-3.0-or-later
// The most that a machine reaches, and how near kernels come to it: the roofline (Williams, Waterman and
// Patterson, CACM 52(4), 2009) from measured numbers.
// The numbers themselves are core/measure/roof.h.
#pragma once

#include "core/device/operator_rows.h"
#include "core/device/record/record.h"
#include "core/measure/roof.h"

#include <optional>
#include <string_view>

namespace edgewright::device {

using measure::BandwidthPoint;
using measure::KernelTime;
using measure::LevelBandwidth;
using measure::LevelSource;
using measure::MemoryLevel;
using measure::Roof;
using measure::ThreadRoof;

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

} // namespace edgewright::device
