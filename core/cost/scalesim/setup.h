// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration of SCALE-Sim besides the layers.
#pragma once

#include "core/cost/accelerator.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace edgewright::cost {

// The SCALE-Sim that is followed: they differ in what a stall counts, in when the last write to DRAM is, and in
// the columns of the compute report.
enum class ScaleSimVersion {
    V2, // scale-sim-v2
    V3, // scalesim-project/SCALE-Sim 3.0
};
std::string_view scaleSimVersionName(ScaleSimVersion version); // "v2", "v3"
std::optional<ScaleSimVersion> scaleSimVersionFrom(std::string_view name);

// The storage of sparse filters.
enum class SparseForm { Csr, Csc, EllpackBlock };
std::string_view sparseFormName(SparseForm form); // "csr", "csc", "ellpack_block"
std::optional<SparseForm> sparseFormFrom(std::string_view name);

struct ScaleSimSetup {
    Accelerator accelerator = {};
    ScaleSimVersion version = ScaleSimVersion::V3;
    // Words per cycle from DRAM, where a read SRAM has not the bandwidth of the accelerator. Without that one
    // (CALC mode) they are not looked at.
    std::optional<std::int64_t> ifmapBandwidth = {}, filterBandwidth = {};
    // Set: filters may be sparse, and what their storage takes is reported (v3).
    std::optional<SparseForm> sparse = {};
};

} // namespace edgewright::cost
