// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as wide as their page at the most, which break over pages and, where they are wider, into parts of
// their columns. Widths are those of scriptsize, in points.
#pragma once

#include "core/table/format.h"

#include <string>

namespace edgewright::table::latex_format {

struct Room {
    double upright = 488, turned = 735; // of A4 with margins of 18 mm; the same: pages are not turned
};
inline constexpr double LineWidth = 345; // of \documentclass{article}

bool isWide(const Table& table); // for LineWidth
std::string inParts(const Table& table, const About& about, const Room& room);
std::string notesText(const About& about); // below a table

} // namespace edgewright::table::latex_format
