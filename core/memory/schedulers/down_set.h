// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of operators that have run, closed under "runs before", and the moves from one to the next.
#pragma once

#include "core/memory/schedulers/flat_schedule.h"

#include <algorithm>
#include <array>
#include <bit>

namespace edgewright::memory {

template <std::size_t Words>
struct DownSet {
    std::array<std::uint64_t, Words> done{}, ready{};
    std::int64_t live = 0; // bytes
};

constexpr std::uint32_t NoState =
    std::numeric_limits<std::uint32_t>::max(); // where an id of a state is expected

// The moves of one problem of at most 64 * Words operators.
template <std::size_t Words>
class Moves {
public:
    using Set = DownSet<Words>;
    using Mask = std::array<std::uint64_t, Words>;

    // Without `freeMoves`, runForced() does nothing.
    Moves(const FlatSchedule& flat, bool freeMoves)
        : m_flat(flat), m_freeMoves(freeMoves), m_before(masksOf(flat.before)),
          m_readers(masksOf(flat.readers)) {}

    const FlatSchedule& flat() const { return m_flat; }

    Set nothing() const {
        Set set;
        set.live = m_flat.initial;
        for (std::uint32_t op = 0; op < m_flat.count(); ++op)
            if (m_flat.before[op].empty()) add(set.ready, op);
        return set;
    }

    // Bytes alive in the step of a ready operator; how many more are alive after it.
    std::int64_t cost(const Set& set, std::uint32_t op) const {
        const std::int64_t bytes = set.live + m_flat.born[op] + m_flat.scratch[op];
        if (m_flat.credit[op] != 0)
            for (const std::uint32_t s : m_flat.overwrites[op])
                if (isLastReader(set, s, op)) return bytes - m_flat.credit[op];
        return bytes;
    }
    std::int64_t growth(const Set& set, std::uint32_t op) const {
        std::int64_t bytes = m_flat.born[op] - m_flat.unread[op];
        if (m_flat.firstOnly != 0 && isNothing(set)) bytes -= m_flat.firstOnly;
        for (const std::uint32_t s : m_flat.reads[op])
            if (isLastReader(set, s, op)) bytes -= m_flat.size[s];
        return bytes;
    }
    // Adds the operators that become ready to `ready`, if given.
    void run(Set& set, std::uint32_t op, Order* ready = nullptr) const {
        set.live += growth(set, op);
        add(set.done, op);
        set.ready[op / 64] &= ~bit(op);
        for (const std::uint32_t next : m_flat.after[op])
            if (isBelow(m_before[next], set.done)) {
                add(set.ready, next);
                if (ready) ready->push_back(next);
            }
    }

    // Runs all that costs nothing within `peak`. Exact, because the bytes alive are a submodular function of
    // the set: whatever comes later has no more bytes alive when these operators have run before it. Such a
    // move is an operator that frees as much as it allocates, and a chain in which each operator waits for the
    // one before, up to where no more is alive than at its beginning. `changed`: the only ones worth a look;
    // taken over as working space.
    void runForced(Set& set, std::int64_t peak, Order& changed, Order& trail) const {
        if (!m_freeMoves || (m_flat.firstOnly != 0 && isNothing(set))) return; // not submodular at that one set
        while (!changed.empty()) {
            const std::uint32_t op = changed.back();
            changed.pop_back();
            if ((set.ready[op / 64] & bit(op)) == 0) continue;
            if (cost(set, op) > peak) continue;
            if (growth(set, op) <= 0) {
                run(set, op, &changed);
                trail.push_back(op);
                addCoReaders(set, op, changed);
            } else {
                runChain(set, op, peak, changed, trail);
            }
        }
    }
    // Ready operators that free more now that `op` has run.
    void addCoReaders(const Set& set, std::uint32_t op, Order& changed) const {
        for (const std::uint32_t s : m_flat.reads[op]) {
            std::uint32_t left = 0, last = 0;
            for (std::size_t w = 0; w < Words && left < 2; ++w) {
                const std::uint64_t bits = m_readers[s][w] & ~set.done[w];
                if (bits == 0) continue;
                left += static_cast<std::uint32_t>(std::popcount(bits));
                last = static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
            }
            if (left == 1 && (set.ready[last / 64] & bit(last)) != 0) changed.push_back(last);
        }
    }
    template <typename Visit>
    void forEachReady(const Set& set, Visit visit) const {
        for (std::size_t w = 0; w < Words; ++w)
            for (std::uint64_t bits = set.ready[w]; bits != 0; bits &= bits - 1)
                visit(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
    }

private:
    static std::uint64_t bit(std::uint32_t op) { return std::uint64_t(1) << (op % 64); }
    static void add(Mask& mask, std::uint32_t op) { mask[op / 64] |= bit(op); }
    static bool isBelow(const Mask& some, const Mask& all) {
        std::uint64_t rest = 0;
        for (std::size_t w = 0; w < Words; ++w)
            rest |= some[w] & ~all[w];
        return rest == 0;
    }
    static std::vector<Mask> masksOf(const Lists& lists) {
        std::vector<Mask> masks(lists.size());
        for (std::size_t i = 0; i < masks.size(); ++i)
            for (const std::uint32_t op : lists[i])
                add(masks[i], op);
        return masks;
    }
    static bool isNothing(const Set& set) {
        return std::all_of(set.done.begin(), set.done.end(), [](std::uint64_t word) { return word == 0; });
    }
    bool isLastReader(const Set& set, std::uint32_t storage, std::uint32_t op) const {
        const Mask& readers = m_readers[storage];
        std::uint64_t rest = 0;
        for (std::size_t w = 0; w < Words; ++w)
            rest |= readers[w] & ~set.done[w] & ~(w == op / 64 ? bit(op) : 0);
        return rest == 0;
    }
    void runChain(Set& set, std::uint32_t first, std::int64_t peak, Order& changed, Order& trail) const {
        const Set before = set;
        const std::size_t trailBefore = trail.size(), changedBefore = changed.size();
        for (std::uint32_t op = first; cost(set, op) <= peak;) {
            const std::size_t others = changed.size();
            run(set, op, &changed);
            trail.push_back(op);
            if (set.live <= before.live) {
                for (std::size_t i = trailBefore; i < trail.size(); ++i)
                    addCoReaders(set, trail[i], changed);
                return;
            }
            if (changed.size() == others) break;
            op = *std::min_element(
                changed.begin() + static_cast<std::ptrdiff_t>(others), changed.end(),
                [&](std::uint32_t a, std::uint32_t b) { return growth(set, a) < growth(set, b); });
        }
        set = before;
        trail.resize(trailBefore);
        changed.resize(changedBefore);
    }

    const FlatSchedule& m_flat;
    const bool m_freeMoves;
    std::vector<Mask> m_before;  // by operator
    std::vector<Mask> m_readers; // by storage
};

// Calls `function.operator()<Words>()` with the smallest width that holds `count` operators; its result's
// default beyond 160 * 64 operators.
template <typename Function>
auto withWords(std::size_t count, Function function) -> decltype(function.template operator()<1>()) {
    const std::size_t words = (count + 63) / 64;
    if (words <= 1) return function.template operator()<1>();
    if (words <= 2) return function.template operator()<2>();
    if (words <= 4) return function.template operator()<4>();
    if (words <= 16) return function.template operator()<16>();
    if (words <= 64) return function.template operator()<64>();
    if (words <= 160) return function.template operator()<160>();
    return {};
}

} // namespace edgewright::memory
