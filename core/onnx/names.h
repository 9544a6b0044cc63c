// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the values of a graph that is written: in a file the name is the identity, so each comes once.
#pragma once

#include "core/ir/graph.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace edgewright::onnx {

class Names {
public:
    // Values keep their names where those are free: inputs and outputs first. A name that `outer` uses is not
    // free, since the reader of a subgraph could not tell the two apart. `neutral` numbers all values by their
    // place in the graph instead: graphs that differ in names only are then written alike.
    Names(const ir::Graph& graph, const Names* outer, bool neutral);

    // Empty for an invalid id.
    const std::string& of(ValueId id) const;

private:
    void assign(const ir::Graph& graph, ValueId id, bool neutral);
    bool taken(const std::string& name) const;

    const Names* m_outer;
    std::vector<std::string> m_names; // by value
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, std::size_t> m_repeats; // the last number tried behind a name
};

} // namespace edgewright::onnx
