// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of a graph by the names that profiles have for them.
#pragma once

#include "core/ir/graph.h"
#include "core/trace/match.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace edgewright::trace {

class NodeNames {
public:
    explicit NodeNames(const ir::Graph& graph); // which lives at least as long

    // A node of that name, or the one that writes a tensor of it; nothing where two do, and then isAmbiguous().
    Match find(const std::string& name);
    // A layer of TensorRT: names with " + " between them, ranges, what it put in or copies for a layer.
    Match layer(const std::string& name);
    // Kernels that Myelin, TensorRT's compiler of regions, named after what they compute,
    // "__myl_ReplMean_myl0_3": all nodes between those of the layer before and behind, where they lie in this
    // order. `before` and `behind` may be empty: from the first node, to the last one.
    Match between(const std::vector<NodeId>& before, const std::vector<NodeId>& behind);
    bool isAmbiguous() const { return m_isAmbiguous; } // the name that was looked for last

private:
    using Names = std::unordered_map<std::string, std::vector<NodeId>>;

    Match parts(const std::string& name);
    Match range(std::string_view range);
    Match ends(std::string_view first, std::string_view last);
    Match placed(std::size_t begin, std::size_t end); // in the order of the graph, both included
    std::optional<NodeId> endOf(const std::vector<std::string>& parts);

    const ir::Graph& m_graph;
    Names m_nodes, m_tensors;
    std::unordered_map<std::string, NodeId> m_readers; // the first one of each value that no node writes
    std::vector<std::size_t> m_place;                  // in the graph's order, by node
    std::size_t m_inRanges = 0;                        // nodes
    bool m_isAmbiguous = false;
};

bool isMyelinKernel(std::string_view name); // without the name of a node

} // namespace edgewright::trace
