// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/packings.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace edgewright::test {

namespace {

struct Box {
    std::int64_t lower, upper, begin, end; // steps, bytes
    double area() const { return static_cast<double>(upper - lower) * static_cast<double>(end - begin); }
};

class Cutter {
public:
    Cutter(std::int64_t steps, std::int64_t height, std::uint64_t seed)
        : m_steps(steps), m_height(height), m_random(seed) {}

    std::vector<Box> guillotine(std::size_t count) {
        std::vector<Box> boxes{{0, m_steps, 0, m_height}};
        while (boxes.size() < count && takeLarge(boxes)) {
            Box first = boxes.back(), second = first;
            if (first.upper - first.lower > 1 && (first.end - first.begin < 2 || upTo(2) == 0))
                first.upper = second.lower = between(first.lower, first.upper);
            else
                first.end = second.begin = between(first.begin, first.end);
            boxes.back() = first;
            boxes.push_back(second);
        }
        return boxes;
    }

    std::vector<Box> pinwheel(std::size_t count) {
        std::vector<Box> boxes{{0, m_steps, 0, m_height}};
        while (boxes.size() + 4 <= count && takeLarge(boxes)) {
            const Box b = boxes.back();
            if (b.upper - b.lower < 3 || b.end - b.begin < 3) {
                m_tooSmall.push_back(b);
                boxes.pop_back();
                if (boxes.empty()) break;
                continue;
            }
            boxes.pop_back();
            const std::int64_t x1 = between(b.lower, b.upper - 1), x2 = between(x1, b.upper);
            const std::int64_t y1 = between(b.begin, b.end - 1), y2 = between(y1, b.end);
            if (upTo(2) == 0)
                boxes.insert(boxes.end(), {{b.lower, x2, b.begin, y1},
                                           {x2, b.upper, b.begin, y2},
                                           {x1, b.upper, y2, b.end},
                                           {b.lower, x1, y1, b.end},
                                           {x1, x2, y1, y2}});
            else
                boxes.insert(boxes.end(), {{x1, b.upper, b.begin, y1},
                                           {b.lower, x1, b.begin, y2},
                                           {b.lower, x2, y2, b.end},
                                           {x2, b.upper, y1, b.end},
                                           {x1, x2, y1, y2}});
        }
        boxes.insert(boxes.end(), m_tooSmall.begin(), m_tooSmall.end());
        return boxes;
    }

    // Random boxes dropped onto a skyline; what stays empty is cut into boxes as wide as possible.
    std::vector<Box> refilled(std::size_t count) {
        std::vector<Box> boxes;
        std::vector<std::int64_t> sky(static_cast<std::size_t>(m_steps), 0);
        const double share =
            static_cast<double>(m_steps) * static_cast<double>(m_height) * 2.5 / static_cast<double>(count);
        for (int failures = 0; failures < 200;) {
            const auto width = std::clamp<std::int64_t>(
                static_cast<std::int64_t>(
                    std::sqrt(share / static_cast<double>(m_height) * static_cast<double>(m_steps)) *
                    (0.2 + 1.6 * unit())),
                1, m_steps);
            const auto size = std::clamp<std::int64_t>(
                static_cast<std::int64_t>(share / static_cast<double>(width) * (0.2 + 1.6 * unit())), 1,
                m_height);
            const std::int64_t lower = upTo(m_steps - width + 1);
            const auto from = sky.begin() + lower, to = from + width;
            const std::int64_t base = *std::max_element(from, to);
            if (base + size > m_height) {
                ++failures;
                continue;
            }
            fill(boxes, sky, lower, lower + width, base);
            boxes.push_back({lower, lower + width, base, base + size});
            std::fill(from, to, base + size);
        }
        fill(boxes, sky, 0, m_steps, m_height);
        return boxes;
    }

    std::int64_t upTo(std::int64_t end) {
        return static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(end));
    }
    std::mt19937_64& random() { return m_random; }

private:
    // Fills [lower, upper) from the skyline to `top`, row by row.
    static void fill(std::vector<Box>& boxes, std::vector<std::int64_t>& sky, std::int64_t lower,
                     std::int64_t upper, std::int64_t top) {
        for (;;) {
            const auto lowest = std::min_element(sky.begin() + lower, sky.begin() + upper);
            if (*lowest >= top) return;
            const std::int64_t floor = *lowest;
            std::int64_t from = lowest - sky.begin(), to = from;
            std::int64_t ceiling = top;
            while (to < upper && sky[static_cast<std::size_t>(to)] == floor)
                ++to;
            if (to < upper) ceiling = std::min(ceiling, sky[static_cast<std::size_t>(to)]);
            if (from > lower) ceiling = std::min(ceiling, sky[static_cast<std::size_t>(from - 1)]);
            boxes.push_back({from, to, floor, ceiling});
            std::fill(sky.begin() + from, sky.begin() + to, ceiling);
        }
    }

    double unit() { return static_cast<double>(m_random() >> 11) * 0x1p-53; }
    std::int64_t between(std::int64_t low, std::int64_t high) { return low + 1 + upTo(high - low - 1); }

    // Moves a box to the end, the largest of three drawn ones that can still be cut.
    bool takeLarge(std::vector<Box>& boxes) {
        std::size_t best = boxes.size();
        for (int draw = 0; draw < 3 || (best == boxes.size() && draw < 1000); ++draw) {
            const auto i = static_cast<std::size_t>(upTo(static_cast<std::int64_t>(boxes.size())));
            if (boxes[i].upper - boxes[i].lower < 2 && boxes[i].end - boxes[i].begin < 2) continue;
            if (best == boxes.size() || boxes[i].area() > boxes[best].area()) best = i;
        }
        if (best == boxes.size()) return false;
        std::swap(boxes[best], boxes.back());
        return true;
    }

    std::int64_t m_steps, m_height;
    std::mt19937_64 m_random;
    std::vector<Box> m_tooSmall;
};

} // namespace

KnownPacking knownPacking(Packing kind, std::size_t count, std::int64_t steps, std::int64_t height,
                          std::uint64_t seed) {
    Cutter cutter(steps, height, seed);
    std::vector<Box> boxes = kind == Packing::Pinwheel   ? cutter.pinwheel(count)
                             : kind == Packing::Refilled ? cutter.refilled(count)
                                                         : cutter.guillotine(count);
    if (kind == Packing::Slack) {
        const std::int64_t full = cutter.upTo(steps);
        for (Box& box : boxes)
            if (box.upper <= full || full < box.lower) box.end -= cutter.upTo(1 + (box.end - box.begin) / 5);
    }
    std::shuffle(boxes.begin(), boxes.end(), cutter.random());
    KnownPacking result;
    result.peak = height;
    result.problem.steps = steps;
    for (const Box& box : boxes) {
        memory::Buffer buffer;
        buffer.name = "b" + std::to_string(result.plan.size());
        buffer.size = box.end - box.begin;
        buffer.lower = box.lower;
        buffer.upper = box.upper;
        result.problem.buffers.push_back(std::move(buffer));
        result.plan.push_back(box.begin);
    }
    return result;
}

} // namespace edgewright::test
