// SPDX-License-Identifier: GPL-3.0-or-later
// The options that describe an accelerator.
#pragma once

#include "app/cli/arguments/field_options.h"
#include "core/base/result.h"
#include "core/cost/accelerator_fields.h"

#include <string>

namespace edgewright::cli {

struct AcceleratorArguments {
    std::string file;        // a preset's name or a file
    std::string array, sram; // several fields in one: empty, or as declare() has checked them
    FieldOptions<cost::Accelerator> fields{cost::acceleratorFields()};

    void declare(CLI::App& verb);
    // `base`, or the file in its place; then what the command line says.
    Result<cost::Accelerator> accelerator(const cost::Accelerator& base = {}) const;
};

} // namespace edgewright::cli
