// SPDX-License-Identifier: GPL-3.0-or-later
// Triton's dynamic batcher (triton-inference-server/core, dynamic_batch_scheduler.cc): which of the requests of
// one model that wait are sent together now, and why. It takes the longest preferred prefix of what waits, and
// never waits for a longer one once there is one. For a simulator and an executor: times are those of any clock
// that only goes forward.
#pragma once

#include "core/scenario/scenario.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::scenario {

struct BatchRules {
    std::int64_t maxSize = 1;
    std::vector<std::int64_t> preferred = {}; // ascending; empty: maxSize
    std::int64_t delay = 0;                   // of the oldest, at most, in units of the clock
    std::size_t maxQueue = 0;                 // 0: no limit
    std::int64_t timeout = 0;                 // 0: none
    TimeoutAction timeoutAction = TimeoutAction::Reject;
};
BatchRules rulesOf(const Batching& batching); // the clock is in ticks (core/scenario/ticks.h)

struct Queued {
    std::uint32_t id = 0;   // the owner's
    std::int32_t size = 1;  // samples
    std::int32_t shape = 0; // requests of different ones are not sent together
    std::int64_t since = 0; // it waits
    std::int64_t expires = INT64_MAX;
};

enum class BatchReason {
    Full,      // no more fit, or more than the largest preferred size waits
    Preferred, // a preferred size waits
    Delay,     // the oldest waited for as long as it may
    Idle,      // a core was free, and nothing is waited for
};
inline constexpr std::size_t BatchReasons = 4;
std::string_view reasonName(BatchReason reason); // "full", for files
const char* reasonTitle(BatchReason reason);     // translated in the context "Word"

struct BatchDecision {
    std::size_t requests = 0; // the first so many are sent; 0: none
    BatchReason reason = BatchReason::Idle;
    // Before then it is the same, unless a request comes or leaves; INT64_MAX: always. If none are sent, they
    // are held until then at most.
    std::int64_t until = INT64_MAX;
};

// The requests of one model that wait, in the order in which they are sent.
class BatchQueue {
public:
    explicit BatchQueue(BatchRules rules) : m_rules(std::move(rules)) {}

    std::size_t size() const { return m_fresh.size() + m_late.size(); }
    bool isEmpty() const { return size() == 0; }
    const BatchRules& rules() const { return m_rules; }
    // The one at that place; place < size().
    const Queued& at(std::size_t place) const {
        return place < m_fresh.size() ? m_fresh[place] : m_late[place - m_fresh.size()];
    }

    // False: the queue is full, and it is refused. Its time-out begins at `since`.
    bool add(Queued request);
    // As of an instance that is free at `now`. Requests whose time-out passed are moved behind all others, or
    // leave by `expired`, as far as they are looked at: up to the end of the batch.
    BatchDecision decide(std::int64_t now, std::vector<Queued>& expired);
    void takeFirst(); // the one at place 0

private:
    // Its first element leaves in constant time; so does one of the first few.
    class Line {
    public:
        std::size_t size() const { return m_items.size() - m_head; }
        const Queued& operator[](std::size_t place) const { return m_items[m_head + place]; }
        void add(const Queued& item) { m_items.push_back(item); }
        void remove(std::size_t place);

    private:
        std::vector<Queued> m_items;
        std::size_t m_head = 0;
    };

    void dropExpired(std::size_t place, std::int64_t now, std::vector<Queued>& expired);

    BatchRules m_rules;
    Line m_fresh, m_late; // late: their time-out passed, and they were delayed
};

} // namespace edgewright::scenario
