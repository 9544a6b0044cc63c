// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/plan_verify.h"

#include "core/base/checked.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/memory/body_plan.h"
#include "core/memory/packing/collision.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace edgewright::memory {

namespace {

Verdict illegalPlan(std::string reason) {
    Verdict verdict;
    verdict.legal = false;
    verdict.reason = std::move(reason);
    return verdict;
}

Verdict illegalPlan(const Buffer& buffer, BufferId id, const std::string& what) {
    Verdict verdict = illegalPlan(say("buffer {1} {2}", inQuotes(buffer.name), what));
    verdict.first = id;
    verdict.step = buffer.lower;
    return verdict;
}

void addBoxes(const Buffer& buffer, std::size_t index, std::int64_t offset, std::vector<Box>& boxes) {
    const auto add = [&](std::int64_t lower, std::int64_t upper, std::int64_t begin, std::int64_t end) {
        if (lower < upper && begin < end) boxes.push_back({index, lower, upper, offset + begin, offset + end});
    };
    std::int64_t from = buffer.lower;
    for (const Gap& gap : buffer.gaps) {
        add(from, gap.lower, 0, buffer.size);
        add(gap.lower, gap.upper, gap.begin, gap.end);
        from = gap.upper;
    }
    add(from, buffer.upper, 0, buffer.size);
}

} // namespace

Verdict verify(const Problem& problem, const Solution& solution) {
    const auto& buffers = problem.buffers;
    const auto& offsets = solution.offsets;
    if (offsets.size() != buffers.size())
        return illegalPlan(say("the plan has {1} offsets for {2} buffers", offsets.size(), buffers.size()));

    std::int64_t peak = 0;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const Buffer& buffer = buffers[i];
        const std::int64_t offset = offsets[i];
        if (offset < 0) return illegalPlan(buffer, BufferId(i), say("has the negative offset {1}", offset));
        const auto end = checkedAdd(offsets[i], buffer.size);
        if (!end) return illegalPlan(buffer, BufferId(i), say("ends past 2^63 bytes"));
        if (buffer.alignment > 1 && offsets[i] % buffer.alignment != 0)
            return illegalPlan(buffer, BufferId(i),
                               say("has offset {1}, no multiple of {2}", offset, buffer.alignment));
        if (buffer.fixedOffset && offsets[i] != *buffer.fixedOffset)
            return illegalPlan(buffer, BufferId(i),
                               say("has offset {1} where {2} is fixed", offset, *buffer.fixedOffset));
        peak = std::max(peak, *end);
    }
    if (peak != solution.peak)
        return illegalPlan(
            say("the plan says a peak of {1} bytes, its buffers end at {2}", solution.peak, peak));

    std::vector<Box> boxes;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        addBoxes(buffers[i], i, offsets[i], boxes);
    const auto collision = firstCollision(boxes);
    if (!collision) return {};
    auto [a, b] = *collision;
    const std::int64_t step = b.lower;
    const auto born = [&](const Box& box) { return std::pair(buffers[box.buffer].lower, box.buffer); };
    if (born(b) < born(a)) std::swap(a, b);
    Verdict verdict = illegalPlan(say("buffers {1} and {2} share bytes [{3}, {4}) in step {5}",
                                      inQuotes(buffers[a.buffer].name), inQuotes(buffers[b.buffer].name),
                                      std::max(a.begin, b.begin), std::min(a.end, b.end), step));
    verdict.first = BufferId(a.buffer);
    verdict.second = BufferId(b.buffer);
    verdict.step = step;
    return verdict;
}

namespace {

struct PartSpan {
    std::int64_t begin = 0, end = 0;
};

std::optional<PartSpan> placeOf(const BodyPlan& plan, ValueId value) {
    const Liveness& live = plan.liveness;
    for (std::size_t i = 0; i < live.values.size(); ++i)
        if (std::ranges::find(live.values[i], value) != live.values[i].end()) {
            const Part part = live.placeIn(BufferId(i), value);
            const std::int64_t begin = plan.solution.offsets[i] + part.offset;
            return PartSpan{begin, begin + part.size};
        }
    return std::nullopt;
}

// What is wrong with what lies in `buffer`; empty: nothing.
std::string faultOf(const BodyPlan& plan, const Buffer& buffer) {
    if (const Verdict inner = verifyWithBodies(plan.liveness, plan.solution); !inner.legal) return inner.reason;
    if (plan.solution.peak > buffer.size)
        return say("the plan ends at {1} bytes where buffer {2} has {3}", plan.solution.peak,
                   inQuotes(buffer.name), buffer.size);
    for (const Buffer& each : plan.liveness.problem.buffers)
        if (buffer.alignment % std::max<std::int64_t>(1, each.alignment) != 0)
            return say("buffer {1} needs multiples of {2} where the buffer around it has multiples of {3}",
                       inQuotes(each.name), each.alignment, buffer.alignment);
    for (const ValueId given : plan.given)
        for (const ValueId handed : plan.handed) {
            const auto to = placeOf(plan, given), from = placeOf(plan, handed);
            if (to && from && to->begin < from->end && from->begin < to->end)
                return say("what one run hands on shares bytes [{1}, {2}) with what the next one is given",
                           std::max(to->begin, from->begin), std::min(to->end, from->end));
        }
    return {};
}

} // namespace

Verdict verifyWithBodies(const Liveness& liveness, const Solution& solution) {
    Verdict verdict = verify(liveness.problem, solution);
    if (!verdict.legal) return verdict;
    const auto& buffers = liveness.problem.buffers;
    for (const auto& [node, plans] : liveness.bodies) {
        std::optional<BufferId> own;
        for (std::size_t i = 0; i < buffers.size() && !own; ++i)
            if (buffers[i].kind == BufferKind::Body && liveness.producer[i] == node) own = BufferId(i);
        if (!own) {
            if (bytesOf(*plans) == 0) continue;
            return illegalPlan(say("what runs inside of node {1} has no buffer", node.index()));
        }
        const Buffer& buffer = buffers[own->index()];
        const auto step = std::ranges::find(liveness.steps, node) - liveness.steps.begin();
        if (buffer.lower > step || buffer.upper <= step)
            return illegalPlan(buffer, *own, say("is not alive in step {1}, which uses it", step));
        for (const BodyPlan& plan : *plans)
            if (const std::string fault = faultOf(plan, buffer); !fault.empty())
                return illegalPlan(buffer, *own, say("in '{1}': {2}", plan.name, fault));
    }
    return verdict;
}

} // namespace edgewright::memory
