// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/verify.h"

#include "core/base/checked.h"

#include <algorithm>
#include <utility>

namespace edgewright::memory {

namespace {

Verdict illegal(std::string reason) {
    Verdict verdict;
    verdict.legal = false;
    verdict.reason = std::move(reason);
    return verdict;
}

Verdict illegal(const Buffer& buffer, BufferId id, const std::string& what) {
    Verdict verdict = illegal("buffer '" + buffer.name + "' " + what);
    verdict.first = id;
    verdict.step = buffer.lower;
    return verdict;
}

struct Bytes {
    std::int64_t begin, end;
};

// The addresses that a buffer occupies in a step of its life.
Bytes occupied(const Buffer& buffer, std::int64_t offset, std::int64_t step) {
    for (const Gap& gap : buffer.gaps)
        if (gap.lower <= step && step < gap.upper) return {offset + gap.begin, offset + gap.end};
    return {offset, offset + buffer.size};
}

Bytes common(const Bytes& a, const Bytes& b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

// The steps in which what `a` and `b` occupy may change while both are alive, in order.
std::vector<std::int64_t> changes(const Buffer& a, const Buffer& b) {
    const std::int64_t lower = std::max(a.lower, b.lower);
    const std::int64_t upper = std::min(a.upper, b.upper);
    std::vector<std::int64_t> steps{lower};
    for (const Buffer* buffer : {&a, &b})
        for (const Gap& gap : buffer->gaps)
            for (const std::int64_t step : {gap.lower, gap.upper})
                if (step > lower && step < upper) steps.push_back(step);
    std::ranges::sort(steps);
    return steps;
}

} // namespace

Verdict verify(const Problem& problem, const Solution& solution) {
    const auto& buffers = problem.buffers;
    const auto& offsets = solution.offsets;
    if (offsets.size() != buffers.size())
        return illegal("the plan has " + std::to_string(offsets.size()) + " offsets for " +
                       std::to_string(buffers.size()) + " buffers");

    std::int64_t peak = 0;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const Buffer& buffer = buffers[i];
        const std::string offset = std::to_string(offsets[i]);
        if (offsets[i] < 0) return illegal(buffer, BufferId(i), "has the negative offset " + offset);
        const auto end = checkedAdd(offsets[i], buffer.size);
        if (!end) return illegal(buffer, BufferId(i), "ends past 2^63 bytes");
        if (buffer.alignment > 1 && offsets[i] % buffer.alignment != 0)
            return illegal(buffer, BufferId(i),
                           "has offset " + offset + ", no multiple of " + std::to_string(buffer.alignment));
        if (buffer.fixedOffset && offsets[i] != *buffer.fixedOffset)
            return illegal(buffer, BufferId(i),
                           "has offset " + offset + " where " + std::to_string(*buffer.fixedOffset) +
                               " is fixed");
        peak = std::max(peak, *end);
    }
    if (peak != solution.peak)
        return illegal("the plan says a peak of " + std::to_string(solution.peak) +
                       " bytes, its buffers end at " + std::to_string(peak));

    // In the order of birth, each buffer is compared with all that are still alive.
    std::vector<std::size_t> byBirth(buffers.size());
    for (std::size_t i = 0; i < byBirth.size(); ++i)
        byBirth[i] = i;
    std::ranges::sort(byBirth, [&](std::size_t a, std::size_t b) {
        return std::pair(buffers[a].lower, a) < std::pair(buffers[b].lower, b);
    });
    std::vector<std::size_t> alive;
    for (const std::size_t i : byBirth) {
        if (buffers[i].size == 0) continue;
        std::erase_if(alive, [&](std::size_t other) { return buffers[other].upper <= buffers[i].lower; });
        for (const std::size_t other : alive) {
            const Bytes whole = common({offsets[i], offsets[i] + buffers[i].size},
                                       {offsets[other], offsets[other] + buffers[other].size});
            if (whole.begin >= whole.end) continue;
            for (const std::int64_t step : changes(buffers[i], buffers[other])) {
                const Bytes shared = common(occupied(buffers[i], offsets[i], step),
                                            occupied(buffers[other], offsets[other], step));
                if (shared.begin >= shared.end) continue;
                Verdict verdict = illegal("buffers '" + buffers[other].name + "' and '" + buffers[i].name +
                                          "' share bytes [" + std::to_string(shared.begin) + ", " +
                                          std::to_string(shared.end) + ") in step " + std::to_string(step));
                verdict.first = BufferId(other);
                verdict.second = BufferId(i);
                verdict.step = step;
                return verdict;
            }
        }
        alive.push_back(i);
    }
    return {};
}

} // namespace edgewright::memory
