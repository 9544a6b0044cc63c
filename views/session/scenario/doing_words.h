// SPDX-License-Identifier: GPL-3.0-or-later
// The words for what a job does now: told by its thread, read by the window's.
#pragma once

#include "views/support/capital.h"
#include "views/support/utf8.h"

#include <QString>

#include <mutex>
#include <string>

namespace edgewright::views {

class DoingWords {
public:
    void set(const std::string& words) {
        const std::scoped_lock lock(m_mutex);
        m_words = words;
    }
    // With a capital; empty: nothing was told yet.
    QString get() const {
        const std::scoped_lock lock(m_mutex);
        return withCapital(text(m_words));
    }

private:
    mutable std::mutex m_mutex;
    std::string m_words;
};

} // namespace edgewright::views
