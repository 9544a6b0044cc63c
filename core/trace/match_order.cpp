// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/match_order.h"

#include "core/trace/annotations.h"
#include "core/trace/calls.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace edgewright::trace {

namespace {

struct Kind {
    std::vector<NodeId> nodes; // of the graph, in its order
    std::size_t calls = 0, next = 0;
    bool fits = false; // as many calls as that many passes have
};

class OrderMatcher {
public:
    OrderMatcher(const Trace& trace, const ir::Graph& graph)
        : m_trace(trace), m_calls(trace), m_annotations(trace, graph) {
        for (const NodeId id : graph.order())
            if (const auto kind = kindOf(graph, graph.node(id)); !kind.empty())
                m_kinds[kind].nodes.push_back(id);
        m_matches.spans.resize(trace.spans.size());
    }

    Matches run() {
        findPasses();
        for (const Call& call : m_calls.byStart())
            match(call);
        for (const Annotations::Range& range : m_annotations.ranges())
            m_matches.spans[range.span] = m_annotations.matchOf(range, m_matches.passes);
        m_matches.ambiguous = m_annotations.ambiguous();
        if (m_trace.hasKernels())
            matchKernels();
        else
            for (const Call& call : m_calls.byStart())
                count(call.span);
        std::ranges::sort(m_matches.timed);
        return std::move(m_matches);
    }

private:
    bool has(std::string_view kind) const {
        const auto found = m_kinds.find(kind);
        return found != m_kinds.end() && !found->second.nodes.empty();
    }
    // The kinds of its nodes as this graph spells them.
    std::vector<std::string_view> kindsOf(const Call& call) const {
        constexpr std::string_view Attention = "Attention";
        const auto& kinds = call.spelling->kinds;
        if (kinds.size() == 3 && has(Attention)) return {Attention}; // product, softmax, product
        std::vector<std::string_view> found;
        for (const std::string_view kind : kinds)
            found.push_back(kind != "Activation" ? kind : has("Relu") ? "Relu" : "Gelu");
        return found;
    }

    void findPasses() {
        for (const Call& call : m_calls.byStart())
            for (const std::string_view kind : kindsOf(call))
                ++m_kinds[kind].calls;
        std::map<std::size_t, std::size_t> votes; // calls, by the passes that they would be
        for (const auto& [name, kind] : m_kinds)
            if (!kind.nodes.empty() && kind.calls > 0 && kind.calls % kind.nodes.size() == 0)
                votes[kind.calls / kind.nodes.size()] += kind.calls;
        for (std::size_t most = 0; const auto& [passes, calls] : votes)
            if (calls > most) {
                most = calls;
                m_matches.passes = passes;
            }
        if (m_matches.passes == 0) m_matches.passes = m_annotations.passes();
        for (auto& [name, kind] : m_kinds) {
            kind.fits = m_matches.passes > 0 && kind.calls == m_matches.passes * kind.nodes.size();
            m_matches.names += kind.calls;
            if (kind.fits) m_matches.matchedNames += kind.calls;
        }
    }

    void match(const Call& call) {
        Match& match = m_matches.spans[call.span];
        for (const std::string_view name : kindsOf(call)) {
            Kind& kind = m_kinds[name];
            if (!kind.fits) continue;
            match.by = By::Order;
            match.pass = static_cast<std::uint32_t>(kind.next / kind.nodes.size());
            match.nodes.push_back(kind.nodes[kind.next++ % kind.nodes.size()]);
        }
        // Exporters fold it into the convolution before it.
        constexpr std::string_view Folded = "BatchNormalization";
        if (m_last != nullptr && call.spelling->kinds.front() == Folded && !has(Folded)) {
            match = *m_last;
            ++m_matches.matchedNames;
        }
        if (!match.nodes.empty()) m_last = &match;
    }

    void matchKernels() {
        for (std::uint32_t i = 0; i < m_trace.spans.size(); ++i) {
            if (m_trace.spans[i].role != Role::Kernel) continue;
            if (Match match = matchOfKernel(i); !match.nodes.empty()) {
                match.by = By::Launch;
                m_matches.spans[i] = std::move(match);
            }
            count(i);
        }
    }

    // A range with the name of one node knows best, one of a module least.
    Match matchOfKernel(std::uint32_t kernel) const {
        const auto launch = m_calls.launchOf(kernel);
        Match named = launch ? m_annotations.around(*launch, m_matches.passes) : Match{};
        if (!named.nodes.empty() && !named.isRange) return named;
        if (const auto call = m_calls.ofKernel(kernel))
            if (const Match& around = m_matches.spans[m_calls.byStart()[*call].span]; !around.nodes.empty())
                return around;
        return named;
    }

    void count(std::uint32_t index) {
        const Span& span = m_trace.spans[index];
        m_matches.timed.push_back(index);
        if (!m_matches.sum(index, span.seconds) && m_told.insert(span.name).second)
            m_matches.unmatched.push_back(m_trace.nameOf(span));
    }

    const Trace& m_trace;
    std::map<std::string_view, Kind> m_kinds;
    Calls m_calls;
    Annotations m_annotations;
    const Match* m_last = nullptr;
    std::set<std::uint32_t> m_told; // names
    Matches m_matches;
};

} // namespace

Matches matchByOrder(const Trace& trace, const ir::Graph& graph) { return OrderMatcher(trace, graph).run(); }

} // namespace edgewright::trace
