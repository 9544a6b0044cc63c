// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/written_file.h"

#include "core/base/file_text.h"
#include "core/base/say.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace edgewright {

namespace {

constexpr std::string_view PartEnding = ".part";
constexpr std::time_t MinPartAge = 5; // seconds: whoever makes one locks it at once

std::string partName(const std::filesystem::path& file, const std::string& process) {
    return file.filename().string() + "." + process + std::string(PartEnding);
}

// Parts that a process was writing when it was killed: the system lets go of a lock with the process. `own` is
// of a process that had this one's number.
void removePartsLeftBehind(const std::filesystem::path& file, const std::string& own) {
    const std::size_t before = file.filename().string().size() + 1;
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    std::error_code ignored;
    for (std::filesystem::directory_iterator it(folder, ignored), end; !ignored && it != end;
         it.increment(ignored)) {
        const std::string name = it->path().filename().string();
        if (name.size() <= before + PartEnding.size()) continue;
        const std::string process = name.substr(before, name.size() - before - PartEnding.size());
        if (name != partName(file, process) || process.find_first_not_of("0123456789") != std::string::npos)
            continue;
        const int descriptor = ::open(it->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        struct stat about {};
        if (descriptor >= 0 && ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) &&
            about.st_uid == ::geteuid() && (name == own || about.st_mtime + MinPartAge < std::time(nullptr)) &&
            ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            ::unlink(it->path().c_str());
        if (descriptor >= 0) ::close(descriptor);
    }
}

} // namespace

Result<void> writeWhole(const std::filesystem::path& file, const std::function<bool(int descriptor)>& write,
                        unsigned mode) {
    const auto fault = [&](int number) {
        return badInput(say("{1}: cannot be written: {2}", file.string(), systemText(number)));
    };
    const std::string part = partName(file, std::to_string(::getpid()));
    const std::filesystem::path temporary = file.parent_path() / part;
    removePartsLeftBehind(file, part);
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor < 0) return fault(errno);
    ::flock(descriptor, LOCK_EX | LOCK_NB);
    errno = 0;
    bool good = write(descriptor);
    int reason = errno;
    if (::close(descriptor) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && ::rename(temporary.c_str(), file.c_str()) != 0) {
        good = false;
        reason = errno;
    }
    if (good) return {};
    ::unlink(temporary.c_str());
    return fault(reason == 0 ? EIO : reason);
}

bool writeAll(int descriptor, const void* bytes, std::size_t size) {
    const char* next = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t written = ::write(descriptor, next, std::min(size, std::size_t(1) << 30));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        next += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

Result<void> writeText(const std::filesystem::path& file, std::string_view text, unsigned mode) {
    return writeWhole(
        file, [&](int descriptor) { return writeAll(descriptor, text.data(), text.size()); }, mode);
}

Result<void> keepText(const std::filesystem::path& file, std::string_view text) {
    std::error_code why; // the error of writing says it
    std::filesystem::create_directories(file.parent_path(), why);
    return writeText(file, text);
}

} // namespace edgewright
