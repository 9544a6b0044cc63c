// SPDX-License-Identifier: GPL-3.0-or-later
// Held while a list that several processes write is read, changed and written.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <utility>

namespace edgewright {

class FileLock {
public:
    // Locks the folder of `file`, which is there. Waits for who has it; BadInput, naming the file,
    // after ten seconds. Where a file system knows no locks, nobody is waited for.
    static Result<FileLock> around(const std::filesystem::path& file);
    ~FileLock();
    FileLock(FileLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    FileLock& operator=(FileLock&&) = delete;

private:
    explicit FileLock(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor;
};

} // namespace edgewright
