// SPDX-License-Identifier: GPL-3.0-or-later
// The heap of a runtime that knows nothing of the future.
#include "core/base/propagate.h"
#include "core/base/translatable.h"
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/gap_fit.h"
#include "core/memory/packing/planner.h"

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

// Buffers in the order of birth, those of one step the largest first; what dies in a step is free for what is
// born in it. Fills Solution::allocations and Solution::fragmentation.
template <Fit fit>
Result<Solution> allocateDynamically(const Problem& problem, const PlannerOptions&, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
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

} // namespace

namespace dynamic_first_fit_planner {

// A runtime without a plan: allocate each tensor when it is born, at the lowest address that is free,
// and free it with its last reader (reference counts).
// Objective: none. Guarantee: legal; at worst a logarithmic factor above the bound for bounded sizes (Robson,
// "Worst case fragmentation of first fit and best fit storage allocation strategies", Computer Journal 20,
// 1977). O(n log n + n f), f free blocks. Reports its allocations and the fragmentation at its peak. Buffers
// with fixed offsets are there before all others; a gap frees nothing, as the runtime does not know of it.
extern const Planner entry{"dynamic_first_fit",
                           TRANSLATABLE("Setting", "A runtime that allocates as it goes: lowest free block"),
                           allocateDynamically<Fit::Lowest>};

} // namespace dynamic_first_fit_planner

namespace dynamic_best_fit_planner {

// A runtime without a plan: allocate each tensor when it is born, in the tightest free block that is
// large enough, and free it with its last reader (reference counts).
// Objective: none. Guarantee: legal; at worst a factor that grows with the largest size over the smallest
// (Robson, "Worst case fragmentation of first fit and best fit storage allocation strategies", Computer Journal
// 20, 1977). O(n log n + n f), f free blocks. Reports its allocations and the fragmentation at its peak.
// Buffers with fixed offsets are there before all others; a gap frees nothing, as the runtime does not know of
// it.
extern const Planner entry{"dynamic_best_fit",
                           TRANSLATABLE("Setting", "A runtime that allocates as it goes: tightest free block"),
                           allocateDynamically<Fit::Smallest>};

} // namespace dynamic_best_fit_planner

} // namespace edgewright::memory
