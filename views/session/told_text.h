// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence that one thread keeps up to date and another reads.
#pragma once

#include <mutex>
#include <string>

namespace edgewright::views {

class ToldText {
public:
    void set(const std::string& text) {
        const std::scoped_lock lock(m_mutex);
        m_text = text;
    }
    std::string get() const {
        const std::scoped_lock lock(m_mutex);
        return m_text;
    }

private:
    mutable std::mutex m_mutex;
    std::string m_text;
};

} // namespace edgewright::views
