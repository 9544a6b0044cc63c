// SPDX-License-Identifier: GPL-3.0-or-later
// A finding about a model that could nevertheless be read: a row of the Problems list.
#pragma once

#include "core/base/ids.h"

#include <string>
#include <vector>

namespace edgewright {

enum class Severity { Note, Warning, Error };

struct Diagnostic {
    Severity severity = Severity::Warning;
    std::string code;    // stable, lower-case-with-dashes: "cycle", "missing-input", "unknown-operator"
    std::string message; // one sentence: what was found and what was expected
    NodeId node;         // where to jump, as far as known
    ValueId value;
    std::string place; // in words: "node 'Conv_3'", "initializer 'w'", "subgraph 'then_branch' of node 'If_1'"
};

using Diagnostics = std::vector<Diagnostic>;

} // namespace edgewright
