// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_lock.h"

#include "core/base/file_text.h"
#include "core/base/say.h"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace edgewright {

Result<FileLock> FileLock::around(const std::filesystem::path& file) {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    FileLock lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (lock.m_descriptor < 0)
        return badInput(say("{1}: cannot be written: {2}", file.string(), systemText(errno)));
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (::flock(lock.m_descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) break;
        if (std::chrono::steady_clock::now() > end)
            return badInput(say("{1}: another process has been writing it for ten seconds", file.string()));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return lock;
}

FileLock::~FileLock() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

} // namespace edgewright
