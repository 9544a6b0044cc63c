// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/batcher.h"

#include "core/base/translatable.h"
#include "core/scenario/ticks.h"

#include <algorithm>
#include <array>

namespace edgewright::scenario {

BatchRules rulesOf(const Batching& batching) {
    return {.maxSize = batching.maxSize,
            .preferred = batching.preferred,
            .delay = ticksOfMs(batching.delayMs),
            .maxQueue = static_cast<std::size_t>(batching.maxQueue),
            .timeout = ticksOfMs(batching.timeoutMs),
            .timeoutAction = batching.timeoutAction};
}

std::string_view reasonName(BatchReason reason) {
    constexpr std::array<std::string_view, BatchReasons> Names{"full", "preferred", "delay", "idle"};
    return Names[static_cast<std::size_t>(reason)];
}

const char* reasonTitle(BatchReason reason) {
    constexpr std::array<const char*, BatchReasons> Titles{
        TRANSLATABLE("Word", "Full"), TRANSLATABLE("Word", "Preferred size"),
        TRANSLATABLE("Word", "Waited long enough"), TRANSLATABLE("Word", "A core was free")};
    return Titles[static_cast<std::size_t>(reason)];
}

void BatchQueue::Line::remove(std::size_t place) {
    constexpr std::size_t MinGap = 64;
    const auto first = m_items.begin() + static_cast<std::ptrdiff_t>(m_head);
    std::move_backward(first, first + static_cast<std::ptrdiff_t>(place),
                       first + static_cast<std::ptrdiff_t>(place) + 1);
    ++m_head;
    if (m_head == m_items.size()) {
        m_items.clear();
        m_head = 0;
    } else if (m_head >= MinGap && m_head * 2 >= m_items.size()) {
        m_items.erase(m_items.begin(), m_items.begin() + static_cast<std::ptrdiff_t>(m_head));
        m_head = 0;
    }
}

bool BatchQueue::add(Queued request) {
    if (m_rules.maxQueue > 0 && size() >= m_rules.maxQueue) return false;
    if (m_rules.timeout > 0) request.expires = std::min(request.expires, request.since + m_rules.timeout);
    m_fresh.add(request);
    return true;
}

void BatchQueue::takeFirst() { (m_fresh.size() > 0 ? m_fresh : m_late).remove(0); }

void BatchQueue::dropExpired(std::size_t place, std::int64_t now, std::vector<Queued>& expired) {
    while (place < m_fresh.size() && m_fresh[place].expires <= now) {
        Queued request = m_fresh[place];
        m_fresh.remove(place);
        if (m_rules.timeoutAction == TimeoutAction::Reject) {
            expired.push_back(request);
        } else {
            request.expires = INT64_MAX;
            m_late.add(request);
        }
    }
}

BatchDecision BatchQueue::decide(std::int64_t now, std::vector<Queued>& expired) {
    const std::vector<std::int64_t>& preferred = m_rules.preferred;
    const std::int64_t largest = preferred.empty() ? m_rules.maxSize : preferred.back();
    const auto isPreferred = [&](std::int64_t size) {
        return preferred.empty() ? size == m_rules.maxSize : std::ranges::binary_search(preferred, size);
    };
    std::size_t count = 0, marked = 0; // requests; `marked`: up to the last size that may be sent at once
    std::int64_t size = 0, markedSize = 0, until = INT64_MAX;
    bool cannotGrow = false;
    for (;; ++count) {
        dropExpired(count, now, expired);
        if (count == this->size()) break;
        const Queued& next = at(count);
        until = std::min(until, next.expires);
        if (count > 0) {
            if (size + next.size > largest && marked == 0) {
                marked = count;
                markedSize = size;
            }
            cannotGrow = size + next.size > m_rules.maxSize || next.shape != at(0).shape;
            if (cannotGrow) break;
        }
        size += next.size;
        if (isPreferred(size)) {
            marked = count + 1;
            markedSize = size;
        }
    }
    if (count == 0) return {};
    const std::int64_t oldest = at(0).since;
    const bool waitedEnough = m_rules.delay != 0 && now - oldest >= m_rules.delay;
    if (m_rules.delay != 0 && !waitedEnough) until = std::min(until, oldest + m_rules.delay);
    if (marked > 0 && !waitedEnough) {
        const bool isShorter = isPreferred(markedSize) && markedSize < m_rules.maxSize;
        return {marked, isShorter ? BatchReason::Preferred : BatchReason::Full, until};
    }
    if (cannotGrow || size >= largest) return {count, BatchReason::Full, until};
    if (waitedEnough) return {count, BatchReason::Delay, until};
    if (m_rules.delay == 0) return {count, BatchReason::Idle, until};
    return {0, BatchReason::Idle, until};
}

} // namespace edgewright::scenario
