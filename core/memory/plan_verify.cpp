// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/plan_verify.h"

#include "core/base/checked.h"
#include "core/base/quoted.h"
#include "core/memory/collision.h"

#include <algorithm>
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
    Verdict verdict = illegalPlan("buffer " + inQuotes(buffer.name) + " " + what);
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
        return illegalPlan("the plan has " + std::to_string(offsets.size()) + " offsets for " +
                           std::to_string(buffers.size()) + " buffers");

    std::int64_t peak = 0;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const Buffer& buffer = buffers[i];
        const std::string offset = std::to_string(offsets[i]);
        if (offsets[i] < 0) return illegalPlan(buffer, BufferId(i), "has the negative offset " + offset);
        const auto end = checkedAdd(offsets[i], buffer.size);
        if (!end) return illegalPlan(buffer, BufferId(i), "ends past 2^63 bytes");
        if (buffer.alignment > 1 && offsets[i] % buffer.alignment != 0)
            return illegalPlan(buffer, BufferId(i),
                               "has offset " + offset + ", no multiple of " + std::to_string(buffer.alignment));
        if (buffer.fixedOffset && offsets[i] != *buffer.fixedOffset)
            return illegalPlan(buffer, BufferId(i),
                               "has offset " + offset + " where " + std::to_string(*buffer.fixedOffset) +
                                   " is fixed");
        peak = std::max(peak, *end);
    }
    if (peak != solution.peak)
        return illegalPlan("the plan says a peak of " + std::to_string(solution.peak) +
                           " bytes, its buffers end at " + std::to_string(peak));

    std::vector<Box> boxes;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        addBoxes(buffers[i], i, offsets[i], boxes);
    const auto collision = firstCollision(boxes);
    if (!collision) return {};
    auto [a, b] = *collision;
    const std::int64_t step = b.lower;
    const auto born = [&](const Box& box) { return std::pair(buffers[box.buffer].lower, box.buffer); };
    if (born(b) < born(a)) std::swap(a, b);
    Verdict verdict =
        illegalPlan("buffers " + inQuotes(buffers[a.buffer].name) + " and " + inQuotes(buffers[b.buffer].name) +
                    " share bytes [" + std::to_string(std::max(a.begin, b.begin)) + ", " +
                    std::to_string(std::min(a.end, b.end)) + ") in step " + std::to_string(step));
    verdict.first = BufferId(a.buffer);
    verdict.second = BufferId(b.buffer);
    verdict.step = step;
    return verdict;
}

} // namespace edgewright::memory
