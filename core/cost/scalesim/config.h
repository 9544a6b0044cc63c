// SPDX-License-Identifier: GPL-3.0-or-later
// SCALE-Sim's configuration file (.cfg).
//
//   [general]               run_name
//   [architecture_presets]  ArrayHeight, ArrayWidth, IfmapSramSzkB, FilterSramSzkB, OfmapSramSzkB, Dataflow
//   (os, ws,
//                           is), Bandwidth (words per cycle; the first of a list; in USER mode alone)
//   [run_presets]           InterfaceBandwidth (CALC, USER)
//   [layout]                IfmapSRAMBankBandwidth, FilterSRAMBankBandwidth: with v3 in USER mode the
//   bandwidths of
//                           those two SRAMs, where Bandwidth is that of the ofmap alone
//
//   [sparsity]              SparsitySupport (v3), SparseRep (csr, csc, ellpack_block); the ratios are those of
//   the
//                           topology
//
// Offsets, request buffers and banks change no number of the reports and are not looked at. Row-wise sparsity
// (OptimizedMapping), traces of Ramulator and custom layouts (in USER mode) are refused.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/cost/scalesim/setup.h"

#include <filesystem>
#include <string>

namespace edgewright::cost {

struct ScaleSimConfig {
    std::string runName; // empty: not said
    ScaleSimSetup setup;
    Diagnostics notes; // what is passed over, and what that SCALE-Sim itself would not read
};

// Errors name the file and the line or the section, and for a key that is misspelt the nearest known one.
Result<ScaleSimConfig> readScaleSimConfig(const std::filesystem::path& file,
                                          ScaleSimVersion version = ScaleSimVersion::V3);

} // namespace edgewright::cost
