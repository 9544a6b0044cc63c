// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of layers as CSV (RFC 4180), made of the rows that --json prints.
#pragma once

#include "app/cli/console.h"

#include <map>
#include <string>

namespace edgewright::cli {

// A column's name -> its unit, where the name does not say it: {"intensity", "MAC/B"}.
using ColumnUnits = std::map<std::string, std::string, std::less<>>;

// A column for each key, in the order of the first row; the keys of an object within are "sram_ifmap". The
// header has units in brackets: "intensity [MAC/B]". Null, the infinity of JSON, is "inf".
std::string layersCsv(const Json& rows, const ColumnUnits& units);

} // namespace edgewright::cli
