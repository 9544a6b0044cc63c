// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_place.h"

#include "core/base/descriptor.h"
#include "core/base/file_text.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <system_error>
#include <thread>

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

constexpr int MaxLinks = 40; // as in Linux
constexpr int PollMilliseconds = 20;

fs::path folderOf(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

// The open file that a link of /proc/self/fd stands for; -1 for those of other processes; empty for any other
// link.
std::optional<int> descriptorBehind(const fs::path& link) {
    struct statfs system {};
    if (::statfs(folderOf(link).c_str(), &system) != 0 || system.f_type != PROC_SUPER_MAGIC)
        return std::nullopt;
    std::error_code failed;
    const std::string name = link.filename().string();
    int number = -1;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool own = fs::canonical(folderOf(link), failed) == fs::canonical("/proc/self/fd", failed);
    return own && parsed.ec == std::errc() && parsed.ptr == name.data() + name.size() ? number : -1;
}

OutputPlace descriptorPlace(int descriptor, const fs::path& asked) {
    OutputPlace place{asked, std::nullopt, descriptor};
    if (struct stat found{}; ::fstat(descriptor, &found) == 0) place.before = found;
    return place;
}

// A pipe without a reader cannot be opened yet: asked again, so that SIGINT is heard.
int openStream(const fs::path& file, const RunContext& run) {
    while (true) {
        const int descriptor = ::open(file.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
        if (descriptor >= 0 || (errno != ENXIO && errno != EINTR) || run.stopped()) return descriptor;
        struct stat found {};
        if (::stat(file.c_str(), &found) != 0 || !S_ISFIFO(found.st_mode)) {
            errno = ENXIO;
            return -1;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(PollMilliseconds));
    }
}

// 0, or errno.
int writeChunk(int descriptor, const char* bytes, std::size_t size, const RunContext& run) {
    while (size > 0 && !run.stopped()) {
        pollfd wait{descriptor, POLLOUT, 0};
        if (::poll(&wait, 1, PollMilliseconds) == 0) continue;
        const ssize_t written = ::write(descriptor, bytes, size);
        if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (written <= 0) return written == 0 ? EIO : errno;
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
    return 0;
}

} // namespace

Error cannotWrite(const fs::path& file, int number) {
    return badInput(say("{1}: cannot be written: {2}", file.string(), systemText(number)));
}

Result<OutputPlace> outputPlace(const fs::path& asked) {
    if (asked == "-") return descriptorPlace(STDOUT_FILENO, say("standard output"));
    fs::path at = asked;
    for (int links = 0; links < MaxLinks; ++links) {
        struct stat found {};
        if (::lstat(at.c_str(), &found) != 0) {
            if (errno != ENOENT || !at.has_filename()) return cannotWrite(asked, errno);
            std::error_code failed;
            if (!fs::is_directory(folderOf(at), failed))
                return badInput(say("{1}: cannot be written: there is no folder {2}", asked.string(),
                                    folderOf(at).string()));
            if (::access(folderOf(at).c_str(), W_OK | X_OK) != 0) return cannotWrite(asked, errno);
            return OutputPlace{at, std::nullopt};
        }
        if (S_ISDIR(found.st_mode))
            return badInput(say("{1}: is a folder; expected the name of a file", asked.string()));
        if (!S_ISLNK(found.st_mode)) {
            if (::access(at.c_str(), W_OK) != 0) return cannotWrite(asked, errno);
            if (S_ISREG(found.st_mode) && ::access(folderOf(at).c_str(), W_OK | X_OK) != 0)
                return badInput(say("{1}: cannot be written: the folder {2} takes no new file", asked.string(),
                                    folderOf(at).string()));
            return OutputPlace{at, found};
        }
        if (const auto descriptor = descriptorBehind(at)) {
            if (*descriptor >= 0) return descriptorPlace(*descriptor, asked);
            if (::stat(at.c_str(), &found) != 0) return cannotWrite(asked, errno);
            return OutputPlace{at, found, -1};
        }
        std::error_code failed;
        const fs::path target = fs::read_symlink(at, failed);
        if (failed) return cannotWrite(asked, failed.value());
        at = target.is_absolute() ? target : folderOf(at) / target;
    }
    return cannotWrite(asked, ELOOP);
}

Result<void> writeStream(const OutputPlace& place, const fs::path& from, const RunContext& run) {
    const Descriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
    if (source.get() < 0) return cannotWrite(place.file, errno);
    const Descriptor opened(place.descriptor >= 0 ? -1 : openStream(place.file, run));
    const int target = place.descriptor >= 0 ? place.descriptor : opened.get();
    if (run.stopped()) return cancelled();
    if (target < 0) return cannotWrite(place.file, errno);
    const bool isTerminal = ::isatty(target) != 0;
    std::array<char, 65536> buffer{};
    while (true) {
        const ssize_t read = ::read(source.get(), buffer.data(), buffer.size());
        if (read < 0 && errno == EINTR) continue;
        if (read < 0) return cannotWrite(place.file, errno);
        if (read == 0) return {};
        std::string text(buffer.data(), static_cast<std::size_t>(read));
        if (isTerminal && text.size() == buffer.size() && text.back() == '\xc2') {
            text.pop_back(); // the rest of this character is in the next block
            if (::lseek(source.get(), -1, SEEK_CUR) < 0) return cannotWrite(place.file, errno);
        }
        if (isTerminal) text = escaped(text, "\n\t");
        const int fault = writeChunk(target, text.data(), text.size(), run);
        if (run.stopped()) return cancelled();
        if (fault != 0) return cannotWrite(place.file, fault);
    }
}

} // namespace edgewright::cli
