// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/match.h"

#include "core/base/say.h"
#include "core/table/number_text.h"
#include "core/trace/match_order.h"
#include "core/trace/node_names.h"

#include <cmath>
#include <set>
#include <string_view>
#include <unordered_set>

namespace edgewright::trace {

namespace {

std::string_view without(std::string_view name, std::string_view ending) {
    return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

class NameMatcher {
public:
    NameMatcher(const Trace& trace, const ir::Graph& graph)
        : m_trace(trace), m_graph(graph), m_links(graph), m_names(graph) {}

    Matches run() {
        m_matches.spans.resize(m_trace.spans.size());
        for (std::uint32_t i = 0; i < m_trace.spans.size(); ++i)
            match(i);
        if (m_trace.tool == Tool::TensorRt) fillGaps();
        for (const std::uint32_t i : m_matches.timed)
            count(i);
        return std::move(m_matches);
    }

private:
    void match(std::uint32_t index) {
        const Span& span = m_trace.spans[index];
        const std::string& name = m_trace.nameOf(span);
        Match& match = m_matches.spans[index];
        switch (m_trace.tool) {
        case Tool::OnnxRuntime:
            if (!name.ends_with("_kernel_time")) return; // the session's own
            match = m_names.find(std::string(without(without(name, "_kernel_time"), "_nchwc")));
            addFused(m_trace.names[span.op], match);
            break;
        case Tool::TensorRt:
            match = m_names.layer(name);
            if (match.nodes.empty() && name.starts_with("Reformatting CopyNode")) return; // of no layer here
            break;
        default:
            match = m_names.find(name);
            if (match.nodes.empty() && m_trace.tool == Tool::Unknown) return; // may be anything
            break;
        }
        m_matches.timed.push_back(index);
        if (m_names.isAmbiguous()) m_twice.insert(span.name);
    }

    // A kernel that is called after the last tensor that it writes, and is another operator than the one that
    // writes it: it holds all from that operator on.
    void addFused(const std::string& op, Match& match) const {
        constexpr int MaxFused = 8;
        if (op.empty() || match.nodes.empty()) return;
        std::vector<NodeId> chain = match.nodes;
        while (m_graph.node(chain.back()).op != op && chain.size() < MaxFused) {
            const ValueId input = m_graph.node(chain.back()).input(0);
            const auto producer = input.valid() ? m_links.producer(input) : std::nullopt;
            if (!producer) return;
            chain.push_back(*producer);
        }
        if (m_graph.node(chain.back()).op != op) return;
        match.nodes.assign(chain.rbegin(), chain.rend());
    }

    // Layers stand in the order in which they run. Kernels in a row that bear no name of a node share the nodes
    // between their neighbours.
    void fillGaps() {
        const auto isGap = [&](std::size_t at) {
            const std::uint32_t i = m_matches.timed[at];
            return m_matches.spans[i].nodes.empty() && isMyelinKernel(m_trace.nameOf(m_trace.spans[i]));
        };
        for (std::size_t at = 0; at < m_matches.timed.size(); ++at) {
            if (!isGap(at)) continue;
            std::size_t behind = at;
            while (behind < m_matches.timed.size() && isGap(behind))
                ++behind;
            static const std::vector<NodeId> none;
            const auto& before = at > 0 ? m_matches.spans[m_matches.timed[at - 1]].nodes : none;
            const auto& after =
                behind < m_matches.timed.size() ? m_matches.spans[m_matches.timed[behind]].nodes : none;
            const bool areKnown = (at == 0 || !before.empty()) &&
                                  (behind == m_matches.timed.size() || !after.empty()) &&
                                  !(before.empty() && after.empty());
            if (areKnown) {
                const Match gap = m_names.between(before, after);
                for (std::size_t each = at; each < behind; ++each)
                    m_matches.spans[m_matches.timed[each]] = gap;
            }
            at = behind;
        }
    }

    void count(std::uint32_t index) {
        const Span& span = m_trace.spans[index];
        const bool isMatched = m_matches.sum(index, span.seconds);
        if (!m_told.insert(span.name).second) return;
        ++m_matches.names;
        if (isMatched)
            ++m_matches.matchedNames;
        else
            (m_twice.contains(span.name) ? m_matches.ambiguous : m_matches.unmatched)
                .push_back(m_trace.nameOf(span));
    }

    const Trace& m_trace;
    const ir::Graph& m_graph;
    ir::Connections m_links;
    NodeNames m_names;
    std::unordered_set<std::uint32_t> m_told, m_twice; // names; those that fit two nodes
    Matches m_matches;
};

} // namespace

bool Matches::sum(std::uint32_t span, double time) {
    const bool isMatched = !spans[span].nodes.empty();
    ++operators;
    seconds += time;
    if (isMatched) {
        ++matched;
        matchedSeconds += time;
    }
    return isMatched;
}

Matches matchTo(const Trace& trace, const ir::Graph& graph) {
    const bool namesNodes = trace.tool == Tool::OnnxRuntime || trace.tool == Tool::TensorRt;
    if (trace.tool == Tool::PyTorch || trace.tool == Tool::Tvm || (!namesNodes && trace.hasKernels()))
        return matchByOrder(trace, graph);
    return NameMatcher(trace, graph).run();
}

std::string otherModelText(const Trace& trace, const Matches& matches) {
    // The share of the time of kernels that belongs to nodes in profiles of a model as it was exported; below
    // it operators are there that the model does not have.
    constexpr double MinMatchedShare = 0.7;
    if (trace.hasKernels() && matches.matched > 0 && matches.share() < MinMatchedShare)
        return say(
            "only {1} of the time of kernels belongs to nodes of this model: the trace seems to be of another "
            "model, or of another export of it",
            table::percentText(matches.share()));
    const double most = matches.passes > 0 ? 0.8 : 0.5; // of kinds one or the other fits by chance
    if (matches.names == 0) return {};
    const double share = static_cast<double>(matches.matchedNames) / static_cast<double>(matches.names);
    if (share >= most) return {};
    return matches.passes > 0
               ? say("another network: {1} % of its operators are here", std::lround(100 * share))
               : say("another network: {1} % of its names are here", std::lround(100 * share));
}

} // namespace edgewright::trace
