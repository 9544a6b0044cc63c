// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_text.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace edgewright {

namespace {

struct OpenFile {
    int descriptor = -1;
    std::int64_t bytes = 0;

    OpenFile() = default;
    OpenFile(OpenFile&& other) noexcept : descriptor(std::exchange(other.descriptor, -1)), bytes(other.bytes) {}
    OpenFile& operator=(OpenFile&&) = delete;
    ~OpenFile() {
        if (descriptor >= 0) ::close(descriptor);
    }
};

Error cannotBeRead(const std::filesystem::path& file, int number) {
    return badInput(say("{1}: cannot be read: {2}", file.string(), systemText(number)));
}

Result<OpenFile> openRegular(const std::filesystem::path& file) {
    OpenFile open;
    open.descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat about {};
    if (open.descriptor < 0 || ::fstat(open.descriptor, &about) != 0) return cannotBeRead(file, errno);
    if (S_ISDIR(about.st_mode)) return badInput(say("{1}: is a folder; expected a file", file.string()));
    if (!S_ISREG(about.st_mode))
        return badInput(say("{1}: is a pipe or a device; expected a regular file", file.string()));
    open.bytes = about.st_size;
    return open;
}

std::string sizeText(std::int64_t bytes) {
    return bytes % (1 << 20) == 0 ? std::to_string(bytes >> 20) + " MiB" : say("{1} bytes", bytes);
}

} // namespace

std::string systemText(int error) {
    switch (error) { // those that people meet
    case EACCES:
        return say("Permission denied");
    case EBUSY:
        return say("Device or resource busy");
    case ECONNREFUSED:
        return say("Connection refused");
    case ECONNRESET:
        return say("Connection reset by peer");
    case EDQUOT:
        return say("Disk quota exceeded");
    case EEXIST:
        return say("File exists");
    case EFBIG:
        return say("File too large");
    case EINVAL:
        return say("Invalid argument");
    case EIO:
        return say("Input/output error");
    case EISDIR:
        return say("Is a directory");
    case ELOOP:
        return say("Too many levels of symbolic links");
    case EMFILE:
        return say("Too many open files");
    case ENAMETOOLONG:
        return say("File name too long");
    case ENOENT:
        return say("No such file or directory");
    case ENOEXEC:
        return say("Exec format error");
    case ENOMEM:
        return say("Cannot allocate memory");
    case ENOSPC:
        return say("No space left on device");
    case ENOTDIR:
        return say("Not a directory");
    case ENOTEMPTY:
        return say("Directory not empty");
    case EPERM:
        return say("Operation not permitted");
    case EPIPE:
        return say("Broken pipe");
    case EROFS:
        return say("Read-only file system");
    case ETIMEDOUT:
        return say("Connection timed out");
    case ETXTBSY:
        return say("Text file busy");
    default:
        return std::generic_category().message(error);
    }
}

Error unreadableFile(const std::filesystem::path& file) {
    return badInput(say("{1}: cannot be read", file.string()));
}

Error tooLargeFile(const std::filesystem::path& file, std::int64_t mebibytes) {
    return badInput(say("{1}: is larger than {2} MiB", file.string(), mebibytes));
}

Error emptyFile(const std::filesystem::path& file, const std::string& expectation) {
    return badInput(say("{1}: is empty; expected {2}", file.string(), expectation));
}

Result<void> requireRegularFile(const std::filesystem::path& file) {
    RETURN_IF_ERROR(openRegular(file));
    return {};
}

Result<std::string> textOfFile(const std::filesystem::path& file, std::int64_t maxBytes) {
    ASSIGN_OR_RETURN(const OpenFile open, openRegular(file));
    const auto tooLarge = [&] {
        return badInput(
            say("{1}: is larger than {2}, which is read at most", file.string(), sizeText(maxBytes)));
    };
    if (open.bytes > maxBytes) return tooLarge();
    std::string text;
    // One byte more shows the end, and whether the file grows meanwhile.
    for (std::size_t have = 0;;) {
        text.resize(std::max<std::size_t>(static_cast<std::size_t>(open.bytes), have) + 1);
        const ssize_t got = ::read(open.descriptor, text.data() + have, text.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return cannotBeRead(file, errno);
        have += static_cast<std::size_t>(got);
        if (have > static_cast<std::size_t>(maxBytes)) return tooLarge();
        if (got > 0) continue;
        text.resize(have);
        return text;
    }
}

} // namespace edgewright
