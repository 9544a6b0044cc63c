// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/annotations.h"

#include "core/trace/node_names.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace edgewright::trace {

namespace {

// The nodes below each module, by the path of its attributes. PyTorch's exporter repeats the name of a list in
// that of what it holds: "/layer1/layer1.0/conv1/Conv" lies in layer1, layer1.0 and layer1.0.conv1.
std::unordered_map<std::string, std::vector<NodeId>> nodesByModule(const ir::Graph& graph) {
    constexpr std::size_t MaxDepth = 64;
    std::unordered_map<std::string, std::vector<NodeId>> modules;
    for (const NodeId id : graph.order()) {
        std::string_view name = graph.node(id).name;
        if (name.starts_with('/')) name.remove_prefix(1);
        std::string path, outer; // outer: that of the module around the part before
        std::string_view before;
        for (std::size_t depth = 0; depth < MaxDepth; ++depth) {
            const std::size_t end = name.find('/');
            if (end == name.npos) break;
            const std::string_view part = name.substr(0, end);
            name.remove_prefix(end + 1);
            const bool repeats = depth > 0 && part.size() > before.size() && part.starts_with(before) &&
                                 part[before.size()] == '.';
            if (!repeats && depth > 0) outer = path + '.';
            path = outer + std::string(part);
            before = part;
            modules[path].push_back(id);
        }
    }
    return modules;
}

} // namespace

Annotations::Annotations(const Trace& trace, const ir::Graph& graph) : m_trace(trace) {
    findRanges(graph);
    countRanges();
}

void Annotations::findRanges(const ir::Graph& graph) {
    constexpr std::uint32_t Unasked = None, Nothing = None - 1;
    NodeNames names(graph);
    const auto modules = nodesByModule(graph);
    std::vector<std::uint32_t> known(m_trace.names.size(), Unasked); // by name
    const auto nodesOf = [&](std::uint32_t name) {
        std::uint32_t& found = known[name];
        if (found != Unasked) return found;
        found = Nothing;
        const std::string& text = m_trace.names[name];
        Match match = names.find(text);
        if (names.isAmbiguous()) m_ambiguous.push_back(text);
        if (const auto module = modules.find(text); match.nodes.empty() && module != modules.end())
            match.nodes = module->second;
        if (match.nodes.empty()) return found;
        found = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes.push_back({std::move(match.nodes)});
        return found;
    };
    std::vector<std::uint32_t> open; // ranges of the track that may hold the next one
    for (std::uint32_t i = 0; i < m_trace.spans.size(); ++i) {
        const Span& span = m_trace.spans[i];
        if (i == 0 || span.track != m_trace.spans[i - 1].track) open.clear();
        if (span.role != Role::Plain || span.name == 0 || m_trace.tracks[span.track].isDevice) continue;
        const std::uint32_t nodes = nodesOf(span.name);
        if (nodes == Nothing) continue;
        const auto endOf = [&](std::uint32_t range) {
            const Span& of = m_trace.spans[m_ranges[range].span];
            return of.start + of.seconds;
        };
        while (!open.empty() && endOf(open.back()) <= span.start)
            open.pop_back();
        const auto index = static_cast<std::uint32_t>(m_ranges.size());
        m_ranges.push_back({i, nodes, 0, open.empty() ? None : open.back()});
        open.push_back(index);
        auto& [first, last] = m_byTrack.try_emplace(span.track, index, index).first->second;
        last = index + std::size_t(1);
    }
}

void Annotations::countRanges() {
    std::vector<std::uint32_t> byStart(m_ranges.size());
    for (std::uint32_t i = 0; i < byStart.size(); ++i)
        byStart[i] = i;
    std::ranges::stable_sort(byStart, {},
                             [&](std::uint32_t range) { return m_trace.spans[m_ranges[range].span].start; });
    for (const std::uint32_t range : byStart)
        m_ranges[range].nth = m_nodes[m_ranges[range].nodes].count++;
    std::map<std::size_t, std::size_t> votes; // names, by their ranges
    for (const Named& each : m_nodes)
        ++votes[each.count];
    for (std::size_t most = 0; const auto& [passes, count] : votes)
        if (count > most) {
            most = count;
            m_passes = passes;
        }
}

Match Annotations::matchOf(const Range& range, std::size_t passes) const {
    const Named& named = m_nodes[range.nodes];
    Match match{By::Name, named.nodes, named.nodes.size() > 1};
    // A module that runs twice in a pass has twice as many.
    const std::size_t pass = named.count > passes ? range.nth * passes / named.count : range.nth;
    match.pass = static_cast<std::uint32_t>(pass);
    return match;
}

Match Annotations::around(std::uint32_t host, std::size_t passes) const {
    const Span& span = m_trace.spans[host];
    const auto track = m_byTrack.find(span.track);
    if (track == m_byTrack.end()) return {};
    const auto first = m_ranges.begin() + static_cast<std::ptrdiff_t>(track->second.first),
               last = m_ranges.begin() + static_cast<std::ptrdiff_t>(track->second.second);
    const auto behind = std::ranges::upper_bound(
        first, last, span.start, {}, [&](const Range& range) { return m_trace.spans[range.span].start; });
    if (behind == first) return {};
    auto at = static_cast<std::uint32_t>(behind - m_ranges.begin() - 1);
    while (at != None) {
        const Span& range = m_trace.spans[m_ranges[at].span];
        if (span.start <= range.start + range.seconds) return matchOf(m_ranges[at], passes);
        at = m_ranges[at].outer;
    }
    return {};
}

} // namespace edgewright::trace
