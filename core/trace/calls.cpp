// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/calls.h"

#include <algorithm>
#include <map>
#include <utility>

namespace edgewright::trace {

Calls::Calls(const Trace& trace) : m_trace(trace) {
    const auto spellingOf = [isTvm = trace.tool == Tool::Tvm](std::string_view name) {
        return isTvm ? tvmSpelling(name) : torchSpelling(name);
    };
    std::vector<const Spelling*> spellings; // by name
    for (const std::string& name : trace.names)
        spellings.push_back(spellingOf(name));
    double end = 0; // of the call that the next spans of the track may lie in
    for (std::uint32_t i = 0; i < trace.spans.size(); ++i) {
        const Span& span = trace.spans[i];
        if (i == 0 || span.track != trace.spans[i - 1].track) end = span.start;
        if (span.role == Role::Operator && span.external != 0) m_byExternal.try_emplace(span.external, i);
        if (span.start < end || span.role == Role::Kernel || span.role == Role::Launch) continue;
        const Spelling* spelling = spellings[span.name];
        if (!spelling) continue;
        m_byStart.push_back({i, spelling});
        end = span.start + span.seconds;
    }
    std::ranges::sort(m_byStart, {},
                      [&](const Call& call) { return std::pair(trace.spans[call.span].start, call.span); });
    for (std::size_t i = 0; i < m_byStart.size(); ++i)
        m_byTrack[trace.spans[m_byStart[i].span].track].push_back(i);
    for (const Launch& launch : launchesOf(trace))
        m_launchOf.emplace(launch.kernel, launch.call);
}

std::optional<std::size_t> Calls::around(std::uint32_t host) const {
    const Span& span = m_trace.spans[host];
    const auto track = m_byTrack.find(span.track);
    if (track == m_byTrack.end()) return std::nullopt;
    const auto startOf = [&](std::size_t call) { return m_trace.spans[m_byStart[call].span].start; };
    const auto behind = std::ranges::upper_bound(track->second, span.start, {}, startOf);
    if (behind == track->second.begin()) return std::nullopt;
    const std::size_t call = *(behind - 1);
    const Span& around = m_trace.spans[m_byStart[call].span];
    return span.start <= around.start + around.seconds ? std::optional(call) : std::nullopt;
}

std::optional<std::uint32_t> Calls::launchOf(std::uint32_t kernel) const {
    const auto launch = m_launchOf.find(kernel);
    return launch == m_launchOf.end() ? std::nullopt : std::optional(launch->second);
}

std::optional<std::size_t> Calls::ofKernel(std::uint32_t span) const {
    if (const auto launch = launchOf(span))
        if (const auto call = around(*launch)) return call;
    const std::uint32_t external = m_trace.spans[span].external;
    const auto op = external == 0 ? m_byExternal.end() : m_byExternal.find(external);
    return op == m_byExternal.end() ? std::nullopt : around(op->second);
}

void nameOperators(Trace& trace) {
    if (trace.tool != Tool::PyTorch) return;
    const Calls calls(trace);
    std::map<std::string_view, std::uint32_t> names;
    const auto indexOf = [&](const Call& call) {
        const std::string_view op = operatorOf(call.spelling->kinds.front());
        const auto [known, isNew] = names.try_emplace(op, static_cast<std::uint32_t>(trace.names.size()));
        if (isNew) trace.names.emplace_back(op);
        return known->second;
    };
    std::vector<std::uint32_t> ops(trace.spans.size());
    for (const Call& call : calls.byStart())
        ops[call.span] = indexOf(call);
    for (std::uint32_t i = 0; i < trace.spans.size(); ++i)
        if (trace.spans[i].role == Role::Kernel)
            if (const auto call = calls.ofKernel(i)) ops[i] = indexOf(calls.byStart()[*call]);
    for (std::size_t i = 0; i < ops.size(); ++i)
        if (trace.spans[i].op == 0) trace.spans[i].op = ops[i];
}

} // namespace edgewright::trace
