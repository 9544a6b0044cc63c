// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/dynamic_allocation.h"

#include "core/memory/bounds.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

namespace edgewright::memory {

namespace {

// Taken blocks by address. Blocks with fixed offsets stay closed from the start until they die.
class Heap {
public:
    void take(std::int64_t offset, std::int64_t size) {
        // Fixed buffers may share addresses at different times: the block reaches as far as the longest.
        std::int64_t& end = m_taken[offset];
        end = std::max(end, offset + size);
        m_count[offset]++;
        m_live += size;
    }
    void free(std::int64_t offset, std::int64_t size) {
        m_live -= size;
        if (--m_count[offset] > 0) return;
        m_count.erase(offset);
        m_taken.erase(offset);
    }
    std::int64_t live() const { return m_live; }

    std::int64_t find(std::int64_t size, std::int64_t alignment, Fit fit) const {
        std::int64_t end = 0, best = -1, bestRoom = 0;
        for (const auto& [begin, blockEnd] : m_taken) {
            const std::int64_t at = alignUp(end, alignment);
            if (at <= begin && begin - at >= size && (best < 0 || begin - end < bestRoom)) {
                best = at;
                bestRoom = begin - end;
                if (fit == Fit::Lowest) return best;
            }
            end = std::max(end, blockEnd);
        }
        return best >= 0 ? best : alignUp(end, alignment);
    }

private:
    std::map<std::int64_t, std::int64_t> m_taken; // begin -> end
    std::map<std::int64_t, std::int64_t> m_count; // begin -> buffers there
    std::int64_t m_live = 0;                      // bytes
};

} // namespace

Result<Solution> allocateDynamically(const Problem& problem, Fit fit, const RunContext& run) {
    const auto& buffers = problem.buffers;
    std::vector<std::size_t> order(buffers.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return buffers[a].lower != buffers[b].lower ? buffers[a].lower < buffers[b].lower
                                                    : buffers[a].size > buffers[b].size;
    });
    Heap heap;
    std::vector<std::int64_t> offsets(buffers.size(), 0);
    using Death = std::pair<std::int64_t, std::size_t>; // step, buffer
    std::priority_queue<Death, std::vector<Death>, std::greater<>> deaths;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (!buffers[i].fixedOffset) continue;
        offsets[i] = *buffers[i].fixedOffset;
        if (buffers[i].size == 0) continue;
        heap.take(offsets[i], buffers[i].size);
        deaths.push({buffers[i].upper, i});
    }
    std::int64_t allocations = 0, peak = 0, live = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i % 32 == 0 && run.stopped()) return cancelled();
        const Buffer& buffer = buffers[order[i]];
        while (!deaths.empty() && deaths.top().first <= buffer.lower) {
            const std::size_t dead = deaths.top().second;
            deaths.pop();
            heap.free(offsets[dead], buffers[dead].size);
        }
        if (buffer.fixedOffset || buffer.size == 0) continue;
        const std::int64_t offset = heap.find(buffer.size, buffer.alignment, fit);
        offsets[order[i]] = offset;
        heap.take(offset, buffer.size);
        deaths.push({buffer.upper, order[i]});
        ++allocations;
        if (offset + buffer.size <= peak) continue;
        peak = offset + buffer.size;
        live = heap.live();
    }
    Solution solution = concluded(problem, std::move(offsets));
    solution.allocations = allocations;
    // A fixed buffer may end above all others, or several share their addresses.
    solution.fragmentation = allocations > 0 ? std::max<std::int64_t>(0, peak - live) : 0;
    return solution;
}

} // namespace edgewright::memory
