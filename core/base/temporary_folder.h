// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that ends with this process, whatever ends it.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <utility>

namespace edgewright {

class TemporaryFolder {
public:
    // New, with a name of `prefix` and six characters, for this user alone. Those that a process left behind
    // there that was killed are removed. BadInput, naming the place, when none can be made.
    static Result<TemporaryFolder> in(const std::filesystem::path& place, const std::string& prefix);
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept
        : m_path(std::exchange(other.m_path, {})), m_lock(std::exchange(other.m_lock, -1)) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    // All of this process, by whoever ends it without unwinding.
    static void removeAll();

private:
    TemporaryFolder(std::filesystem::path path, int lock) : m_path(std::move(path)), m_lock(lock) {}

    std::filesystem::path m_path; // empty: moved from
    int m_lock = -1;              // held as long as this process lives
};

} // namespace edgewright
