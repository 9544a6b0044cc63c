// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as text, one format a file.
//
// To add one: write core/table/formats/<name>.cpp, all of it in namespace edgewright::table::<name>_format,
// with `extern const Format entry;` and its definition, and add <name> to ENTRIES in core/table/CMakeLists.txt.
#pragma once

#include "core/table/column.h"

namespace edgewright::table {

// Sentences about a table, for formats that have a place for them.
struct About {
    std::string caption;                 // empty: none
    std::string label;                   // by which a text refers to the table: "tab:layers"; empty: none
    std::vector<std::string> origin;     // the model, the settings: a line each
    std::vector<std::string> notes = {}; // below the table, a paragraph each
    // In LaTeX: columns that a line of text has no room for stand in further parts, by the names of their rows.
    bool fitsLine = false;
};

struct Format {
    std::string_view name;   // = file name
    std::string_view title;  // for people: "LaTeX"
    std::string_view suffix; // of files, with its point, in small letters
    bool isDocument; // for people, as in document.h; else every column, numbers in full, nothing of `about`
    std::string (*write)(const Table& table, const About& about);
};

std::span<const Format* const> formats();
// That of the file's suffix; CSV for a name without one, such as "-". Null: no format has its suffix.
const Format* formatOf(std::string_view file);
// Empty, or why formatOf() has none: "'a.txt': expected a name that ends in .csv or .tex".
std::string formatProblem(std::string_view file);
// ".csv, .tex or .md"; `words`: by name, suffix or title of each format.
std::string formatList(std::string_view Format::*words = &Format::suffix);
std::string csvText(const Table& table);

// As people read it, numbers to three digits; "–" where there is nothing.
std::string textOf(const Cell& cell, Unit unit);

} // namespace edgewright::table
