// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences on what a roof does not explain: operators above it, and another roof of the same machine.
#pragma once

#include "core/device/roof/roof.h"

#include <string>

namespace edgewright::device {

inline constexpr double AboveRoof = 1.02; // share from which on that is said

// The reason why an operator is faster than its roof: "faster than from memory: its data come from L3", by the
// outermost level that would be fast enough; "faster than the peak: by fewer MACs than it is defined with, or a
// higher clock". Empty up to AboveRoof.
std::string aboveRoofText(const Roof& roof, const OperatorRow& row, int threads);

// The bandwidth of a measured roof, on one thread, beside that of one that was fitted to networks
// (fitted_roof.h): "12.2 GB/s from memory measured, 50.4 beyond 1 MiB fitted to networks, which find their data
// in caches: shares are of the measured roof". Empty where they are within a quarter of each other, or one of
// them has none.
std::string disagreementText(const Roof& measured, const Roof& fitted);

} // namespace edgewright::device
