// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/problem.h"

#include "core/base/checked.h"

#include <algorithm>
#include <limits>

namespace edgewright::memory {

namespace {

constexpr std::int64_t Largest = std::numeric_limits<std::int64_t>::max();

std::int64_t saturatingAdd(std::int64_t a, std::int64_t b) { return checkedAdd(a, b).value_or(Largest); }

Error wrong(const Buffer& buffer, const std::string& what) {
    return badInput("buffer '" + buffer.name + "' " + what);
}

Result<void> validateFixed(const Problem& problem) {
    std::vector<const Buffer*> fixed;
    for (const Buffer& buffer : problem.buffers)
        if (buffer.fixedOffset && buffer.size > 0) fixed.push_back(&buffer);
    std::ranges::sort(fixed, {}, [](const Buffer* b) { return *b->fixedOffset; });
    for (std::size_t i = 0; i < fixed.size(); ++i)
        for (std::size_t j = i + 1; j < fixed.size(); ++j) {
            const Buffer& a = *fixed[i];
            const Buffer& b = *fixed[j];
            if (*b.fixedOffset >= *a.fixedOffset + a.size) break;
            if (a.lower < b.upper && b.lower < a.upper)
                return wrong(a, "and buffer '" + b.name + "' have fixed offsets that collide");
        }
    return {};
}

} // namespace

std::int64_t lowerBound(const Problem& problem, std::vector<std::int64_t>* perStep) {
    struct Event {
        std::int64_t time;
        std::int64_t bytes; // negative where a buffer dies
    };
    std::vector<Event> events;
    events.reserve(problem.buffers.size() * 2);
    for (const Buffer& buffer : problem.buffers) {
        events.push_back({buffer.lower, buffer.size});
        events.push_back({buffer.upper, -buffer.size});
    }
    // What dies at a time makes room before what is born then.
    std::ranges::sort(events, [](const Event& a, const Event& b) {
        return a.time != b.time ? a.time < b.time : a.bytes < b.bytes;
    });
    if (perStep) perStep->assign(static_cast<std::size_t>(std::max<std::int64_t>(problem.steps, 0)), 0);

    __extension__ __int128 live = 0;
    std::int64_t peak = 0;
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
        if (buffer.size < 0) return wrong(buffer, "has a negative size");
        if (buffer.lower < 0 || buffer.upper <= buffer.lower || buffer.upper > problem.steps)
            return wrong(buffer,
                         "lives in [" + std::to_string(buffer.lower) + ", " + std::to_string(buffer.upper) +
                             "); expected a non-empty range inside [0, " + std::to_string(problem.steps) + ")");
        if (buffer.alignment < 1) return wrong(buffer, "has an alignment below 1");
        if (buffer.fixedOffset && *buffer.fixedOffset < 0) return wrong(buffer, "has a negative fixed offset");
        if (buffer.fixedOffset && *buffer.fixedOffset % buffer.alignment != 0)
            return wrong(buffer, "has a fixed offset that is no multiple of its alignment");
        for (const std::int64_t part : {buffer.size, buffer.alignment, buffer.fixedOffset.value_or(0)})
            if (end) end = checkedAdd(*end, part);
        if (!end) return wrong(buffer, "makes the sum of all sizes exceed 2^63 bytes");
    }
    return validateFixed(problem);
}

} // namespace edgewright::memory
