// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/joined_parts.h"

#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/ops/movement/parts.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace edgewright::memory {

namespace {

constexpr std::uint32_t NoBuffer = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t MaxMembers = 256; // of one joined buffer: a decision takes their square
constexpr std::size_t FewDropped = 8;   // one by one, before half of what is left goes at once
constexpr int MaxRounds = 4;

// `part` may lie in `whole` from byte `offset` on.
struct Candidate {
    std::uint32_t part = 0, whole = 0;
    std::int64_t offset = 0;
    ValueId value, source; // of part and whole
};

// Decided together: the parts of one Concat, one output of a Slice or Split.
struct Decision {
    NodeId node;
    std::vector<Candidate> candidates;
};

// One buffer as it lies in the joined one.
struct Member {
    std::uint32_t buffer = 0;
    std::int64_t offset = 0;
};

std::string nameOf(const ir::Graph& graph, ValueId id) {
    const std::string& name = graph.value(id).name;
    return name.empty() ? "value #" + std::to_string(id.index()) : "'" + name + "'";
}

std::vector<Decision> decisionsOf(const ir::Graph& graph, const LivenessOptions& options,
                                  const Liveness& live) {
    std::vector<std::uint32_t> bufferOf(graph.valueCount(), NoBuffer);
    for (std::size_t i = 0; i < live.values.size(); ++i)
        for (const ValueId value : live.values[i])
            bufferOf[value.index()] = static_cast<std::uint32_t>(i);
    const auto find = [&](ValueId id) {
        return id.valid() && graph.contains(id) ? bufferOf[id.index()] : NoBuffer;
    };
    const auto joinable = [&](ValueId id) { return find(id) != NoBuffer && !options.unshared.contains(id); };

    std::vector<Decision> decisions;
    for (std::size_t step = 0; step < live.steps.size(); ++step) {
        const ir::Node& node = graph.node(live.steps[step]);
        if (node.inputs.size() > MaxMembers || node.outputs.size() > MaxMembers) continue;
        if (node.is("Concat") || node.body) {
            const ValueId whole = node.output(0);
            const std::uint32_t to = find(whole);
            if (to == NoBuffer || live.values[to].front() != whole) continue;
            Decision decision{node.id, {}};
            for (std::size_t i = 0; i < node.inputs.size(); ++i) {
                const ValueId value = node.inputs[i];
                if (!joinable(value) || std::ranges::count(node.inputs, value) != 1) continue;
                if (const auto offset = ops::offsetInOutput(graph, node, i))
                    decision.candidates.push_back({find(value), to, *offset, value, whole});
            }
            if (!decision.candidates.empty()) decisions.push_back(std::move(decision));
        } else if (node.is("Slice") || node.is("Split")) {
            const ValueId source = node.input(0);
            const std::uint32_t from = find(source);
            for (std::size_t i = 0; i < node.outputs.size() && from != NoBuffer; ++i) {
                const ValueId value = node.outputs[i];
                const std::uint32_t part = find(value);
                if (!joinable(value) || live.values[part].front() != value || live.producer[part] != node.id ||
                    live.problem.buffers[part].lower != static_cast<std::int64_t>(step))
                    continue; // the caller's place, from the first step on
                if (const auto offset = ops::offsetInInput(graph, node, i))
                    decisions.push_back({node.id, {{part, from, *offset, value, source}}});
            }
        }
    }
    return decisions;
}

class Joiner {
public:
    Joiner(const Liveness& live, const std::vector<std::vector<std::int64_t>>& writes, std::int64_t alignment)
        : m_buffers(live.problem.buffers), m_writes(writes), m_alignment(alignment), m_leader(m_buffers.size()),
          m_members(m_buffers.size()), m_live(static_cast<std::size_t>(live.problem.steps) + 1, 0) {
        for (std::uint32_t i = 0; i < m_buffers.size(); ++i) {
            m_leader[i] = i;
            m_members[i] = {{i, 0}};
            const Buffer& buffer = m_buffers[i];
            m_live[static_cast<std::size_t>(buffer.lower)] += rounded(buffer.size);
            m_live[static_cast<std::size_t>(buffer.upper)] -= rounded(buffer.size);
        }
        std::partial_sum(m_live.begin(), m_live.end(), m_live.begin());
    }

    std::int64_t peak() const { return *std::ranges::max_element(m_live); }

    // Joins as many candidates as may be together; the others are left. No step above `limit` gets more live
    // bytes.
    std::vector<Candidate> join(std::vector<Candidate> candidates, std::int64_t limit) {
        std::erase_if(candidates, [&](const Candidate& each) { return !isPossible(each); });
        // The member that is alive longest before the others costs most: it is dropped first.
        std::ranges::stable_sort(candidates, std::ranges::greater(),
                                 [&](const Candidate& each) { return m_buffers[each.part].lower; });
        for (std::size_t tries = 0; !candidates.empty() && !tryAll(candidates, limit); ++tries)
            candidates.resize(tries < FewDropped ? candidates.size() - 1 : candidates.size() / 2);
        std::ranges::sort(candidates, {}, &Candidate::offset);
        return candidates;
    }

    std::uint32_t leader(std::uint32_t buffer) const { return m_leader[buffer]; }
    const std::vector<Member>& members(std::uint32_t leader) const { return m_members[leader]; }

    // The joined buffer: its life, and its gaps where less than all of it is alive.
    Buffer joined(std::uint32_t leader) const {
        Buffer result = m_buffers[leader];
        const std::vector<Piece> shape = shapeOf(m_members[leader]);
        result.lower = shape.front().lower;
        result.upper = shape.back().upper;
        for (const Piece& piece : shape) {
            if (piece.begin == 0 && piece.end == result.size) continue;
            if (!result.gaps.empty() && result.gaps.back().upper == piece.lower &&
                result.gaps.back().begin == piece.begin && result.gaps.back().end == piece.end)
                result.gaps.back().upper = piece.upper;
            else
                result.gaps.push_back({piece.lower, piece.upper, piece.begin, piece.end});
        }
        for (const Member& member : m_members[leader])
            if (m_buffers[member.buffer].kind == BufferKind::Output && result.kind == BufferKind::Activation)
                result.kind = BufferKind::Output;
        return result;
    }

private:
    std::int64_t rounded(std::int64_t bytes) const {
        return (bytes + m_alignment - 1) / m_alignment * m_alignment;
    }

    bool isPossible(const Candidate& each) const {
        const Buffer& part = m_buffers[each.part];
        const Buffer& whole = m_buffers[each.whole];
        if (m_leader[each.part] != each.part || m_leader[each.whole] == each.part) return false;
        if (part.size <= 0 || each.offset < 0 || each.offset > whole.size - part.size) return false;
        if (whole.kind == BufferKind::Input && !m_writes[each.part].empty()) return false; // the caller's
        return each.offset % m_alignment == 0;
    }

    // The bytes alive between two changes: the stretch from the first to the last of the members alive.
    std::vector<Piece> shapeOf(const std::vector<Member>& members) const {
        std::vector<std::int64_t> bounds;
        for (const Member& member : members) {
            bounds.push_back(m_buffers[member.buffer].lower);
            bounds.push_back(m_buffers[member.buffer].upper);
        }
        std::ranges::sort(bounds);
        bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
        std::vector<Piece> shape;
        for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
            Piece piece{bounds[i], bounds[i + 1], 0, 0};
            for (const Member& member : members) {
                const Buffer& buffer = m_buffers[member.buffer];
                if (buffer.lower > bounds[i] || bounds[i] >= buffer.upper || buffer.size == 0) continue;
                const std::int64_t end = member.offset + buffer.size;
                piece.begin = piece.end == 0 ? member.offset : std::min(piece.begin, member.offset);
                piece.end = std::max(piece.end, end);
            }
            shape.push_back(piece);
        }
        return shape;
    }

    // Adds the bytes alive, `sign` times, to `steps`, whose first one is step `from`.
    void count(const std::vector<Member>& members, std::int64_t sign, std::vector<std::int64_t>& steps,
               std::int64_t from) const {
        for (const Piece& piece : shapeOf(members))
            for (std::int64_t step = piece.lower; step < piece.upper; ++step)
                steps[static_cast<std::size_t>(step - from)] += sign * rounded(piece.end - piece.begin);
    }

    bool overlap(const Member& a, const Member& b) const {
        return a.offset < b.offset + m_buffers[b.buffer].size && b.offset < a.offset + m_buffers[a.buffer].size;
    }

    // An operator that overwrites `writer` destroys bytes that are still needed from `reader`, which holds the
    // same.
    bool destroys(std::uint32_t writer, std::uint32_t reader) const {
        return std::ranges::any_of(m_writes[writer], [&](std::int64_t step) {
            return step >= m_buffers[reader].lower && step < m_buffers[reader].upper;
        });
    }

    bool tryAll(const std::vector<Candidate>& candidates, std::int64_t limit) {
        const std::uint32_t to = m_leader[candidates.front().whole];
        const auto whole = std::ranges::find(m_members[to], candidates.front().whole, &Member::buffer);
        std::size_t members = m_members[to].size();
        for (const Candidate& each : candidates)
            members += m_members[each.part].size();
        if (members > MaxMembers) return false;
        std::vector<Member> together = m_members[to];
        std::int64_t lower = std::numeric_limits<std::int64_t>::max(), upper = 0;
        for (const Candidate& each : candidates) {
            const std::int64_t shift = whole->offset + each.offset;
            const std::size_t before = together.size();
            for (const Member& member : m_members[each.part]) {
                const Member moved{member.buffer, member.offset + shift};
                for (std::size_t i = 0; i < before; ++i)
                    if (overlap(moved, together[i]) && (destroys(moved.buffer, together[i].buffer) ||
                                                        destroys(together[i].buffer, moved.buffer)))
                        return false;
                together.push_back(moved);
            }
        }
        for (const Member& member : together) {
            lower = std::min(lower, m_buffers[member.buffer].lower);
            upper = std::max(upper, m_buffers[member.buffer].upper);
        }
        std::vector<std::int64_t> change(static_cast<std::size_t>(upper - lower), 0);
        count(together, 1, change, lower);
        count(m_members[to], -1, change, lower);
        for (const Candidate& each : candidates)
            count(m_members[each.part], -1, change, lower);
        std::int64_t before = 0, after = 0;
        for (std::size_t i = 0; i < change.size(); ++i) {
            const std::int64_t now = m_live[static_cast<std::size_t>(lower) + i];
            before = std::max(before, now);
            after = std::max(after, now + change[i]);
        }
        if (after > std::max(before, limit)) return false;

        for (std::size_t i = 0; i < change.size(); ++i)
            m_live[static_cast<std::size_t>(lower) + i] += change[i];
        for (const Candidate& each : candidates)
            m_members[each.part].clear();
        for (const Member& member : together)
            m_leader[member.buffer] = to;
        m_members[to] = std::move(together);
        return true;
    }

    const std::vector<Buffer>& m_buffers;
    const std::vector<std::vector<std::int64_t>>& m_writes;
    std::int64_t m_alignment;
    std::vector<std::uint32_t> m_leader;        // by buffer: the one that it lies in, itself at first
    std::vector<std::vector<Member>> m_members; // by leader, itself first; none for the others
    std::vector<std::int64_t> m_live;           // by step: bytes, with what the alignment leaves free
};

std::string reasonOf(const ir::Graph& graph, const ir::Node& node, const Candidate& each) {
    const std::string value = nameOf(graph, each.value), source = nameOf(graph, each.source);
    if (!node.is("Slice") && !node.is("Split"))
        return say("{1} is written where the Concat wants it: from byte {2} on of {3}", value, each.offset,
                   source);
    return say("{1} is what {2} takes, and stays where it is: from byte {3} on of {4}", value, node.op,
               each.offset, source);
}

} // namespace

void joinParts(const ir::Graph& graph, const LivenessOptions& options,
               const std::vector<std::vector<std::int64_t>>& writes, Liveness& live) {
    const std::vector<Decision> decisions = decisionsOf(graph, options, live);
    if (decisions.empty()) return;
    const std::int64_t alignment = std::max<std::int64_t>(1, options.alignment);
    // Sums below stay far from overflow.
    const auto most = checkedMul(static_cast<std::int64_t>(live.problem.buffers.size()) + 1, alignment);
    constexpr std::int64_t Far = std::int64_t(1) << 61;
    if (!most || *most > Far || sumOfSizes(live.problem) > Far) return;

    std::optional<Joiner> joiner(std::in_place, live, writes, alignment);
    std::vector<std::pair<NodeId, Candidate>> made;
    for (int round = 0; round < MaxRounds; ++round) {
        // A lower peak than before is the limit of another round, which may leave what only seemed to cost
        // nothing.
        const std::int64_t limit = joiner->peak();
        Joiner next(live, writes, alignment);
        std::vector<std::pair<NodeId, Candidate>> joins;
        for (const Decision& decision : decisions)
            for (const Candidate& each : next.join(decision.candidates, limit))
                joins.emplace_back(decision.node, each);
        if (round > 0 && next.peak() >= limit) break;
        joiner.emplace(std::move(next));
        made = std::move(joins);
    }
    if (made.empty()) return;

    Liveness result;
    result.steps = std::move(live.steps);
    result.bodies = std::move(live.bodies);
    result.skipped = std::move(live.skipped);
    result.unplanned = std::move(live.unplanned);
    result.bounded = std::move(live.bounded);
    result.sharings = std::move(live.sharings);
    result.problem.capacity = live.problem.capacity;
    result.problem.steps = live.problem.steps;
    for (std::uint32_t i = 0; i < live.problem.buffers.size(); ++i) {
        if (joiner->leader(i) != i) continue;
        const std::vector<Member>& members = joiner->members(i);
        result.problem.buffers.push_back(members.size() > 1 ? joiner->joined(i) : live.problem.buffers[i]);
        result.producer.push_back(live.producer[i]);
        std::vector<ValueId>& values = result.values.emplace_back();
        for (const Member& member : members)
            for (const ValueId value : live.values[member.buffer]) {
                values.push_back(value);
                if (member.buffer != i)
                    result.parts[value] = {member.offset, live.problem.buffers[member.buffer].size};
            }
    }
    for (const auto& [node, each] : made)
        result.sharings.push_back(
            {each.value, each.source, node, reasonOf(graph, graph.node(node), each), SharingKind::Part});
    std::vector<std::size_t> stepOf(graph.nextNode().index(), 0);
    for (std::size_t step = 0; step < result.steps.size(); ++step)
        stepOf[result.steps[step].index()] = step;
    std::ranges::stable_sort(result.sharings, {},
                             [&](const Sharing& each) { return stepOf[each.node.index()]; });
    live = std::move(result);
}

} // namespace edgewright::memory
