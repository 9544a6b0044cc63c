// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as command lines answer with them.
#pragma once

#include "app/cli/console.h"
#include "app/cli/outputs.h"
#include "core/table/column.h"

#include <filesystem>

namespace edgewright::cli {

void printTable(const Console& console, const table::Table& table);
// An object for each row. Null: nothing, or an infinite number, which JSON has none of.
Json tableJson(const table::Table& table);

// In the format of the file's suffix; CSV unless one has it. No file: nothing.
Result<void> writeTable(Outputs& outputs, const std::filesystem::path& file, const table::Table& table);

} // namespace edgewright::cli
