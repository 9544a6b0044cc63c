// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temporary_folder.h"

#include "core/base/file_text.h"
#include "core/base/say.h"

#include <cerrno>
#include <mutex>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace edgewright {

namespace fs = std::filesystem;

namespace {

constexpr const char* Unique = "XXXXXX";
// Tells ours from others of such a name; to their owner it makes no difference.
constexpr mode_t Mark = S_ISVTX | S_IRWXU;

std::mutex mutex;
std::set<fs::path> alive; // of this process

int openFolder(const fs::path& folder) {
    return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// The system lets go of a lock with the process that has it.
void removeIfLeftBehind(const fs::path& folder) {
    const int descriptor = openFolder(folder);
    if (descriptor < 0) return;
    struct stat about {};
    const bool isOurs =
        ::fstat(descriptor, &about) == 0 && about.st_uid == ::geteuid() && (about.st_mode & ALLPERMS) == Mark;
    std::error_code ignored;
    if (isOurs && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) fs::remove_all(folder, ignored);
    ::close(descriptor);
}

} // namespace

Result<TemporaryFolder> TemporaryFolder::in(const fs::path& place, const std::string& prefix) {
    std::error_code ignored;
    for (fs::directory_iterator it(place, ignored), end; !ignored && it != end; it.increment(ignored))
        if (const std::string name = it->path().filename().string();
            name.size() == prefix.size() + std::char_traits<char>::length(Unique) && name.starts_with(prefix))
            removeIfLeftBehind(it->path());
    std::string name = (place / (prefix + Unique)).string();
    const std::lock_guard held(mutex);
    if (!::mkdtemp(name.data()))
        return badInput(say("{1}: cannot be written: {2}", place.string(), systemText(errno)));
    alive.insert(name);
    const int lock = openFolder(name);
    if (lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0) ::fchmod(lock, Mark);
    return TemporaryFolder(name, lock);
}

TemporaryFolder::~TemporaryFolder() {
    if (m_path.empty()) return;
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
    if (m_lock >= 0) ::close(m_lock);
    const std::lock_guard held(mutex);
    alive.erase(m_path);
}

void TemporaryFolder::removeAll() {
    const std::lock_guard held(mutex);
    std::error_code ignored;
    for (const fs::path& folder : alive)
        fs::remove_all(folder, ignored);
}

} // namespace edgewright
