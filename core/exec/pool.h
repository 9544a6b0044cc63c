// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is used again: what one tensor gives back serves the next, in this run and in later ones.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

namespace edgewright::exec {

class Pool : public std::enable_shared_from_this<Pool> {
public:
    static constexpr std::size_t Alignment = 64;

    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool();

    // At least `bytes` (> 0), not initialised; goes back when the last owner lets go, from any thread. Null
    // when the machine has no memory.
    std::shared_ptr<void> take(std::size_t bytes);

private:
    void giveBack(void* memory, std::size_t capacity);

    std::mutex m_mutex;
    std::multimap<std::size_t, void*> m_free; // by capacity
};

} // namespace edgewright::exec
