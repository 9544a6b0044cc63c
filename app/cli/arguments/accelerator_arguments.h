// SPDX-License-Identifier: GPL-3.0-or-later
// The options that describe an accelerator.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "core/base/result.h"
#include "core/cost/accelerator.h"

#include <cstdint>
#include <optional>
#include <string>

namespace edgewright::cli {

struct AcceleratorArguments {
    std::string file;                                     // a preset's name or a file
    std::string array, dataflow, sram, objective, energy; // empty: as the accelerator or the default says
    std::optional<std::int64_t> bandwidth, wordBytes, arrays, sramBandwidth;
    std::optional<double> clockGhz;

    void declare(CLI::App& verb);
    // `base`, or the file in its place; then what the command line says.
    Result<cost::Accelerator> accelerator(const cost::Accelerator& base = {}) const;
};

} // namespace edgewright::cli
