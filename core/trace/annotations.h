// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges that a program named after nodes of the network or after its modules: record_function of PyTorch,
// NVTX.
#pragma once

#include "core/ir/graph.h"
#include "core/trace/match.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace edgewright::trace {

// A range on a thread of the host whose name is that of a node, of a tensor that a node writes, or of a module
// that nodes lie in: "layer1.0.conv1" of "/layer1/layer1.0/conv1/Conv". The n-th range of a name is of the n-th
// pass of the network, as far as that has as many passes.
class Annotations {
public:
    static constexpr std::uint32_t None = UINT32_MAX;
    struct Range {
        std::uint32_t span = 0;     // of the trace
        std::uint32_t nodes = 0;    // for matchOf()
        std::uint32_t nth = 0;      // of its name, by time
        std::uint32_t outer = None; // index of the range that it lies in
    };

    Annotations(const Trace& trace, const ir::Graph& graph); // both live at least as long

    // As often as most ranges come; 0: there are none.
    std::size_t passes() const { return m_passes; }
    // The innermost range that the begin of a span of the host lies in: its nodes, of the pass among so many;
    // by Name. Nothing where there is none.
    Match around(std::uint32_t host, std::size_t passes) const;
    const std::vector<Range>& ranges() const { return m_ranges; } // by track and start
    Match matchOf(const Range& range, std::size_t passes) const;
    const std::vector<std::string>& ambiguous() const { return m_ambiguous; } // names that fit two nodes

private:
    struct Named {
        std::vector<NodeId> nodes;
        std::uint32_t count = 0; // ranges
    };

    void findRanges(const ir::Graph& graph);
    void countRanges();

    const Trace& m_trace;
    std::vector<Named> m_nodes;
    std::vector<Range> m_ranges;
    std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>>
        m_byTrack; // first and last of m_ranges
    std::vector<std::string> m_ambiguous;
    std::size_t m_passes = 0;
};

} // namespace edgewright::trace
