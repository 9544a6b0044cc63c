// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/problem.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/memory/packing/collision.h"

#include <algorithm>
#include <limits>

namespace edgewright::memory {

namespace {

constexpr std::int64_t Largest = std::numeric_limits<std::int64_t>::max();

std::int64_t saturatingAdd(std::int64_t a, std::int64_t b) { return checkedAdd(a, b).value_or(Largest); }

Error wrong(const Buffer& buffer, const std::string& what) {
    return badInput(say("buffer {1} {2}", inQuotes(buffer.name), what));
}

std::string range(std::int64_t from, std::int64_t to) {
    std::string text = "[";
    text += std::to_string(from) + ", ";
    return text += std::to_string(to) + ")";
}

Result<void> validateGaps(const Buffer& buffer) {
    std::int64_t end = buffer.lower; // of the gap before
    for (const Gap& gap : buffer.gaps) {
        if (gap.upper <= gap.lower || gap.lower < buffer.lower || gap.upper > buffer.upper)
            return wrong(buffer, say("has a gap {1}; expected a non-empty part of its life {2}",
                                     range(gap.lower, gap.upper), range(buffer.lower, buffer.upper)));
        if (gap.lower < end)
            return wrong(buffer, say("has gaps that overlap or are not in order at step {1}", gap.lower));
        if (gap.begin < 0 || gap.end < gap.begin || gap.end > buffer.size)
            return wrong(buffer, say("keeps the bytes {1} in a gap; expected a part of its own {2}",
                                     range(gap.begin, gap.end), range(0, buffer.size)));
        end = gap.upper;
    }
    return {};
}

Result<void> validateFixed(const Problem& problem) {
    const auto& buffers = problem.buffers;
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (!buffers[i].fixedOffset) continue;
        const std::int64_t offset = *buffers[i].fixedOffset;
        for (const Piece& piece : pieces(buffers[i]))
            boxes.push_back({i, piece.lower, piece.upper, offset + piece.begin, offset + piece.end});
    }
    const auto collision = firstCollision(boxes);
    if (!collision) return {};
    const auto& [first, second] = *collision;
    return wrong(buffers[first.buffer], say("and buffer {1} have fixed offsets that collide in step {2}",
                                            inQuotes(buffers[second.buffer].name), second.lower));
}

} // namespace

std::vector<Piece> pieces(const Buffer& buffer) {
    std::vector<Piece> result;
    if (buffer.size == 0) return result;
    std::int64_t from = buffer.lower;
    for (const Gap& gap : buffer.gaps) {
        if (gap.lower > from) result.push_back({from, gap.lower, 0, buffer.size});
        if (gap.end > gap.begin) result.push_back({gap.lower, gap.upper, gap.begin, gap.end});
        from = gap.upper;
    }
    if (from < buffer.upper) result.push_back({from, buffer.upper, 0, buffer.size});
    return result;
}

std::int64_t lowerBound(const Problem& problem, std::vector<std::int64_t>* perStep) {
    struct Event {
        std::int64_t time;
        std::int64_t bytes; // negative where a piece ends
    };
    std::vector<Event> events;
    events.reserve(problem.buffers.size() * 2);
    std::int64_t peak = 0;
    for (const Buffer& buffer : problem.buffers) {
        peak = std::max(peak, saturatingAdd(buffer.fixedOffset.value_or(0), buffer.size));
        for (const Piece& piece : pieces(buffer)) {
            events.push_back({piece.lower, piece.end - piece.begin});
            events.push_back({piece.upper, piece.begin - piece.end});
        }
    }
    // Deaths at a time make room before births at that time.
    std::ranges::sort(events, [](const Event& a, const Event& b) {
        return a.time != b.time ? a.time < b.time : a.bytes < b.bytes;
    });
    if (perStep) perStep->assign(static_cast<std::size_t>(std::max<std::int64_t>(problem.steps, 0)), 0);

    __extension__ __int128 live = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
        live += events[i].bytes;
        if (i + 1 < events.size() && events[i + 1].time == events[i].time) continue;
        const std::int64_t bytes = live > Largest ? Largest : static_cast<std::int64_t>(live);
        peak = std::max(peak, bytes);
        if (!perStep || bytes <= 0) continue;
        const std::int64_t end = i + 1 < events.size() ? events[i + 1].time : events[i].time + 1;
        for (std::int64_t t = std::max<std::int64_t>(events[i].time, 0); t < std::min(end, problem.steps); ++t)
            (*perStep)[static_cast<std::size_t>(t)] = bytes;
    }
    return peak;
}

std::int64_t sumOfSizes(const Problem& problem) {
    std::int64_t sum = 0;
    for (const Buffer& buffer : problem.buffers)
        sum = saturatingAdd(sum, buffer.size);
    return sum;
}

Result<void> validate(const Problem& problem) {
    std::optional<std::int64_t> end = 0; // of a plan without reuse, with the worst padding
    for (const Buffer& buffer : problem.buffers) {
        if (buffer.size < 0) return wrong(buffer, say("has a negative size"));
        if (buffer.lower < 0 || buffer.upper <= buffer.lower || buffer.upper > problem.steps)
            return wrong(buffer, say("lives in {1}; expected a non-empty range inside {2}",
                                     range(buffer.lower, buffer.upper), range(0, problem.steps)));
        if (buffer.alignment < 1) return wrong(buffer, say("has an alignment below 1"));
        if (buffer.fixedOffset && *buffer.fixedOffset < 0)
            return wrong(buffer, say("has a negative fixed offset"));
        if (buffer.fixedOffset && *buffer.fixedOffset % buffer.alignment != 0)
            return wrong(buffer, say("has a fixed offset that is no multiple of its alignment"));
        RETURN_IF_ERROR(validateGaps(buffer));
        for (const std::int64_t part : {buffer.size, buffer.alignment, buffer.fixedOffset.value_or(0)})
            if (end) end = checkedAdd(*end, part);
        if (!end) return wrong(buffer, say("makes the sum of all sizes exceed 2^63 bytes"));
    }
    return validateFixed(problem);
}

} // namespace edgewright::memory
