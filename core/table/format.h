// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as text, one format a file.
//
// To add one: write core/table/formats/<name>.cpp, all of it in namespace edgewright::table::<name>_format,
// with `extern const Format entry;` and its definition, and add <name> to ENTRIES in core/table/CMakeLists.txt.
#pragma once

#include "core/table/column.h"

namespace edgewright::table {

struct Format {
    std::string_view name;   // = file name
    std::string_view suffix; // of files, with its point; empty: of no file
    std::string (*write)(const Table& table);
};

std::span<const Format* const> formats();
// The format of files of that name; CSV where no format has its suffix.
const Format& formatOf(std::string_view file);
std::string csvText(const Table& table);

// As people read it, numbers to three digits; "–" where there is nothing.
std::string textOf(const Cell& cell, Unit unit);

} // namespace edgewright::table
