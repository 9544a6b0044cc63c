// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the parser's own help and errors, in the language of sentences.
#pragma once

#include "app/cli/cli11_fwd.h"

#include <string>

namespace CLI {
class Error;
} // namespace CLI

namespace edgewright::cli {

// Before options and verbs are added to it, which take them over.
void nameParts(CLI::App& program);

// "--label requires --output"; in English what the parser says.
std::string parserText(const CLI::Error& error);

} // namespace edgewright::cli
