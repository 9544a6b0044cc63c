// SPDX-License-Identifier: GPL-3.0-or-later
// Documents of the command line.
#pragma once

#include "app/cli/console.h"
#include "core/ops/work.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace edgewright::cli {

// The text of a file: two columns a level, a line end, U+FFFD for bytes that are no UTF-8.
std::string dumped(const Json& document);
Json toJson(const Diagnostics& diagnostics);
Json uncountedJson(const ops::Uncounted& uncounted); // [{"op": "com.microsoft.QMoE", "nodes": 1}]
Json numberJson(std::optional<double> number);       // null: not known, or not finite

} // namespace edgewright::cli
