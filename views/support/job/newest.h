// SPDX-License-Identifier: GPL-3.0-or-later
// The place in which a job leaves what it has so far, and from which the GUI thread takes the newest of it.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace edgewright::views {

template <typename T>
class Newest {
public:
    void put(std::shared_ptr<const T> value) {
        const std::scoped_lock lock(m_mutex);
        m_value = std::move(value);
    }
    // Null: nothing since the last time.
    std::shared_ptr<const T> take() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_value, nullptr);
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<const T> m_value;
};

} // namespace edgewright::views
