// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tune/log_writer.h"

#include "core/base/descriptor.h"
#include "core/base/file_lock.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/written_file.h"
#include "core/tune/log_parts.h"
#include "core/tune/own_lines.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace edgewright::tune {

namespace fs = std::filesystem;

namespace {

// Of a file that is open; short where it cannot be read.
std::string bytesAt(int descriptor, off_t from, std::size_t count) {
    std::string bytes(count, '\0');
    std::size_t read = 0;
    while (read < count) {
        const ssize_t got =
            ::pread(descriptor, bytes.data() + read, count - read, from + static_cast<off_t>(read));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        read += static_cast<std::size_t>(got);
    }
    bytes.resize(read);
    return bytes;
}

Error unwritable(const fs::path& file) {
    return badInput(say("{1}: cannot be written: {2}", file.string(), std::generic_category().message(errno)));
}

off_t sizeOf(int descriptor) {
    struct stat about {};
    return ::fstat(descriptor, &about) == 0 ? about.st_size : 0;
}

// Of the last line: behind the last "\n".
off_t lastLineAt(int descriptor, off_t size) {
    constexpr off_t Block = 1 << 16;
    for (off_t end = size; end > 0;) {
        const off_t begin = std::max<off_t>(end - Block, 0);
        const std::string bytes = bytesAt(descriptor, begin, static_cast<std::size_t>(end - begin));
        if (const std::size_t at = bytes.rfind('\n'); at != std::string::npos)
            return begin + static_cast<off_t>(at) + 1;
        end = begin;
    }
    return 0;
}

// An empty file is one, as is one that was cut within its first line.
bool isOwnLog(int descriptor) {
    const std::string head = bytesAt(descriptor, 0, std::size_t(1) << 16);
    for (std::size_t at = 0; at < head.size();) {
        const std::size_t end = std::min(head.find('\n', at), head.size());
        const std::string_view line = std::string_view(head).substr(at, end - at);
        at = end + 1;
        if (line.empty() || line.front() == '#') continue;
        return line.starts_with(OwnLogBeginning) || line.starts_with("{\"trial\":") ||
               (end == head.size() && OwnLogBeginning.starts_with(line));
    }
    return true;
}

// By errno where it is not open.
Result<void> checkOpened(const fs::path& file, int descriptor) {
    struct stat about {};
    if (descriptor < 0 || ::fstat(descriptor, &about) != 0) return unwritable(file);
    if (!S_ISREG(about.st_mode)) return badInput(say("{1}: is no regular file", file.string()));
    if (!isOwnLog(descriptor))
        return badInput(say("{1}: is no tuning log of Edgewright, nothing was added", file.string()));
    return {};
}

} // namespace

Result<void> checkLogFile(const fs::path& file) {
    struct stat about {};
    if (::stat(file.c_str(), &about) != 0) return {};
    return checkOpened(file, Descriptor(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)).get());
}

LogWriter::LogWriter(fs::path file, LogSession session, int descriptor)
    : m_file(std::move(file)), m_session(std::move(session)), m_descriptor(descriptor) {}

LogWriter::LogWriter(LogWriter&& other) noexcept
    : m_file(std::move(other.m_file)), m_session(std::move(other.m_session)),
      m_descriptor(std::exchange(other.m_descriptor, -1)) {}

LogWriter::~LogWriter() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

Error LogWriter::failure() const { return unwritable(m_file); }

Result<LogWriter> LogWriter::open(const fs::path& file, LogSession session) {
    const std::string line = sessionLine(session);
    LogWriter writer(file, std::move(session),
                     ::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666));
    RETURN_IF_ERROR(checkOpened(file, writer.m_descriptor));
    RETURN_IF_ERROR(writer.add(line));
    RETURN_IF_ERROR(writer.endRound());
    return writer;
}

Result<void> LogWriter::append(const Trial& trial) {
    RETURN_IF_ERROR(checkTrial(trial));
    return add(trialLine(trial, m_session));
}

Result<void> LogWriter::add(const std::string& line) {
    ASSIGN_OR_RETURN(const FileLock lock, FileLock::around(m_file));
    RETURN_IF_ERROR(dropCutLine());
    const off_t before = sizeOf(m_descriptor);
    const std::string text = line + '\n';
    if (writeAll(m_descriptor, text.data(), text.size())) return {};
    const Error why = failure();
    if (::ftruncate(m_descriptor, before) != 0) return why; // the next one to add drops the rest
    return why;
}

// Of a process that was killed. One that is whole but for its end, as editors leave it, gets that.
Result<void> LogWriter::dropCutLine() const {
    const off_t size = sizeOf(m_descriptor);
    if (size == 0 || bytesAt(m_descriptor, size - 1, 1) == "\n") return {};
    const off_t begin = lastLineAt(m_descriptor, size);
    const std::string line = bytesAt(m_descriptor, begin, static_cast<std::size_t>(size - begin));
    const bool isWhole =
        line.starts_with('#') || readPart(line, m_file.string(), 1, [](const JsonValue&) {}).has_value();
    const bool isMended = isWhole ? writeAll(m_descriptor, "\n", 1) : ::ftruncate(m_descriptor, begin) == 0;
    if (!isMended) return failure();
    return {};
}

Result<void> LogWriter::endRound() {
    if (::fsync(m_descriptor) != 0 && errno != EINVAL) return failure();
    return {};
}

} // namespace edgewright::tune
