// SPDX-License-Identifier: GPL-3.0-or-later
// Held by the process that measures; the system lets go of it when the process ends, however it does.
#pragma once

#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace edgewright::agent {

class MachineLock {
public:
    explicit MachineLock(const std::filesystem::path& folder) {
        std::error_code ignored;
        std::filesystem::create_directories(folder, ignored);
        m_descriptor = ::open((folder / "measuring.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    }
    ~MachineLock() {
        if (m_descriptor >= 0) ::close(m_descriptor);
    }
    MachineLock(const MachineLock&) = delete;
    MachineLock& operator=(const MachineLock&) = delete;
    // True as well where no lock can be made.
    bool tryLock() { return m_descriptor < 0 || ::flock(m_descriptor, LOCK_EX | LOCK_NB) == 0; }

private:
    int m_descriptor = -1;
};

} // namespace edgewright::agent
