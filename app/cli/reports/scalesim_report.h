// SPDX-License-Identifier: GPL-3.0-or-later
// `cost --topology FILE --config FILE`: SCALE-Sim's inputs, answered with what SCALE-Sim reports.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"
#include "app/cli/table.h"

#include <string>

namespace edgewright::cli {

struct ScaleSimArguments {
    std::string config, version, layout, reports; // as given; empty: not given

    void declare(CLI::App& verb);
    bool asked() const { return !config.empty(); }
    // Throws CLI::ValidationError for options that go without --config, and for those of `verb` that describe
    // another array beside it.
    void validate(const CLI::App& verb) const;
};

Result<ExitStatus> scaleSimCost(Console& console, const std::string& topology,
                                const ScaleSimArguments& arguments, const TableOutput& output, bool force);

} // namespace edgewright::cli
