// SPDX-License-Identifier: GPL-3.0-or-later
// Slots that are used again: a number stays that of its value until it is released.
#pragma once

#include <cstdint>
#include <vector>

namespace edgewright::scenario {

template <typename T>
class Pool {
public:
    std::uint32_t add(const T& value) {
        if (m_free.empty()) {
            m_slots.push_back(value);
            return static_cast<std::uint32_t>(m_slots.size() - 1);
        }
        const std::uint32_t slot = m_free.back();
        m_free.pop_back();
        m_slots[slot] = value;
        return slot;
    }
    void release(std::uint32_t slot) { m_free.push_back(slot); }
    T& operator[](std::uint32_t slot) { return m_slots[slot]; }
    const T& operator[](std::uint32_t slot) const { return m_slots[slot]; }

private:
    std::vector<T> m_slots;
    std::vector<std::uint32_t> m_free;
};

} // namespace edgewright::scenario
