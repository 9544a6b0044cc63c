// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of options, without the words that CLI11 would add to the help.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "core/base/field.h"
#include "core/ir/graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::cli {

void inRange(CLI::Option* option, std::int64_t lowest, std::int64_t highest); // "N" in the help
void oneOf(CLI::Option* option, const std::vector<std::string>& words);       // "a|b|c" in the help
void nonNegative(CLI::Option* option);                                        // a finite number >= 0
void anySeed(CLI::Option* option);                                            // a whole number >= 0
std::vector<std::string> keysOf(const std::vector<Choice>& choices);
// Checks the values that the field admits; `field` outlives the option.
CLI::Option* limited(CLI::Option* option, const FieldInfo& field);
// A list: one argument each time the option is given, so that what follows is not taken for more of it.
CLI::Option* repeatable(CLI::Option* option);
CLI::Option* threadCounts(CLI::Option* option); // one, or several, of threads to run on: "N" in the help
// The nodes that the text names, by their own names or by those of what they write: one, or several with commas
// between them; ascending, each once. Throws CLI::ValidationError of the option where the graph has none of
// that name.
std::vector<NodeId> nodesNamed(const ir::Graph& graph, const std::string& text, const char* option);
void declareSeed(CLI::App& verb, std::uint64_t& seed, const std::string& what);

} // namespace edgewright::cli
