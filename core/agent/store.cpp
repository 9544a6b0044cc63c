// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/store.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace edgewright::agent {

namespace fs = std::filesystem;

namespace {

constexpr const char* Suffix = ".bundle";
constexpr const char* PartSuffix = ".part";

Error failure(const fs::path& file, const std::string& what, int error) {
    if (error == ENOSPC || error == EDQUOT)
        return {ErrorCode::OutOfMemory, "the disk is full: " + file.string() + " " + what};
    return badInput(file.string() + ": " + what + ": " + std::generic_category().message(error));
}

// Held by the agent that writes a part; the system lets go of it when the process ends, however it does.
bool lockPart(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

void removeIfLeftBehind(const fs::path& part) {
    const int descriptor = ::open(part.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) return;
    std::error_code ignored;
    if (lockPart(descriptor)) fs::remove(part, ignored);
    ::close(descriptor);
}

template <typename Visit>
void forEachFile(const fs::path& folder, const Visit& visit) {
    std::error_code ignored;
    for (fs::directory_iterator it(folder, ignored), end; !ignored && it != end; it.increment(ignored))
        if (std::error_code other; it->is_regular_file(other)) visit(*it);
}

} // namespace

Store::Store(fs::path folder, std::uint64_t maxBytes) : m_folder(std::move(folder)), m_maxBytes(maxBytes) {
    forEachFile(m_folder, [&](const fs::directory_entry& entry) {
        if (entry.path().extension() == PartSuffix) removeIfLeftBehind(entry.path());
    });
}

fs::path Store::fileOf(const bundle::Digest& digest) const {
    return m_folder / (bundle::hexOf(digest) + Suffix);
}

bool Store::contains(const bundle::Digest& digest) const {
    std::error_code ignored;
    const fs::path file = fileOf(digest);
    const bool isThere = fs::is_regular_file(file, ignored);
    if (isThere) ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0); // used last
    return isThere;
}

Result<bundle::Bundle> Store::open(const bundle::Digest& digest) const {
    const fs::path file = fileOf(digest);
    auto opened = bundle::open(file, &digest);
    if (!opened) { // damaged on the disk: to be sent again
        std::error_code ignored;
        fs::remove(file, ignored);
    }
    return opened;
}

Result<std::shared_ptr<const bundle::Bundle>> Store::kept(const bundle::Digest& digest) {
    struct stat now {};
    const bool isThere = ::stat(fileOf(digest).c_str(), &now) == 0;
    const std::lock_guard lock(m_keeping);
    const Kept asked{digest, now.st_dev, now.st_ino, static_cast<std::uint64_t>(now.st_size)};
    if (isThere && m_kept.bundle && m_kept.digest == asked.digest && m_kept.device == asked.device &&
        m_kept.file == asked.file && m_kept.bytes == asked.bytes)
        return m_kept.bundle;
    m_kept = {};
    ASSIGN_OR_RETURN(auto opened, open(digest));
    m_kept = asked;
    m_kept.bundle = std::make_shared<const bundle::Bundle>(std::move(opened));
    return m_kept.bundle;
}

// Those that were not used for the longest time go first. Who has one open keeps it until then.
void Store::makeRoom(std::uint64_t bytes) const {
    struct Stored {
        fs::file_time_type used;
        std::uint64_t bytes = 0;
        fs::path file;
    };
    std::vector<Stored> all;
    std::uint64_t sum = bytes;
    forEachFile(m_folder, [&](const fs::directory_entry& entry) {
        if (entry.path().extension() != Suffix) return;
        std::error_code failed;
        const Stored kept{entry.last_write_time(failed), entry.file_size(failed), entry.path()};
        if (failed) return;
        sum += kept.bytes;
        all.push_back(kept);
    });
    std::ranges::sort(all, {}, &Stored::used);
    const auto free = static_cast<std::uint64_t>(std::max<std::int64_t>(freeBytes(), 0));
    const bool canFit = bytes <= free + (sum - bytes); // else nothing is gained
    std::uint64_t removed = 0;
    for (const Stored& each : all) {
        const bool isFull = free > 0 && canFit && bytes > free + removed;
        if (sum <= m_maxBytes && !isFull) break;
        std::error_code failed;
        if (!fs::remove(each.file, failed)) continue;
        sum -= each.bytes;
        removed += each.bytes;
    }
}

std::int64_t Store::bytes() const {
    std::int64_t sum = 0;
    forEachFile(m_folder, [&](const fs::directory_entry& entry) {
        std::error_code ignored;
        const auto size = entry.file_size(ignored);
        if (!ignored) sum += static_cast<std::int64_t>(size);
    });
    return sum;
}

std::int64_t Store::freeBytes() const {
    fs::path there = m_folder;
    std::error_code ignored;
    while (!fs::exists(there, ignored) && there.has_relative_path())
        there = there.parent_path();
    const fs::space_info space = fs::space(there, ignored);
    return ignored ? 0 : static_cast<std::int64_t>(space.available);
}

// The room of a file that goes is free once nobody has it open.
void Store::keepNone() {
    const std::lock_guard lock(m_keeping);
    m_kept = {};
}

Result<void> Store::clear() {
    keepNone();
    std::error_code error;
    forEachFile(m_folder, [&](const fs::directory_entry& entry) {
        if (entry.path().extension() == Suffix || entry.path().extension() == PartSuffix)
            fs::remove(entry.path(), error);
    });
    if (error) return failure(m_folder, "cannot be cleared", error.value());
    return {};
}

Result<std::unique_ptr<Store::Upload>> Store::put(const bundle::Digest& digest, std::uint64_t bytes) {
    keepNone();
    std::error_code error;
    fs::create_directories(m_folder, error);
    if (error) return failure(m_folder, "cannot be made", error.value());
    fs::permissions(m_folder, fs::perms::owner_all, error); // weights are nobody else's business
    makeRoom(bytes);
    const std::int64_t free = freeBytes();
    if (free > 0 && bytes > static_cast<std::uint64_t>(free))
        return Error{ErrorCode::OutOfMemory, "the disk is full: " + std::to_string(bytes) +
                                                 " bytes are needed in " + m_folder.string() + ", " +
                                                 std::to_string(free) + " are free"};
    const fs::path file = fileOf(digest);
    fs::path part = file;
    part += "." + std::to_string(::getpid()) + PartSuffix;
    std::unique_ptr<Upload> upload(new Upload(part, file, digest, bytes));
    upload->m_descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (upload->m_descriptor < 0) return failure(part, "cannot be written", errno);
    // An agent that starts at this moment may have removed it before it was locked.
    struct stat about {};
    lockPart(upload->m_descriptor);
    if (::fstat(upload->m_descriptor, &about) != 0 || about.st_nlink == 0)
        return badInput(part.string() + ": was removed by another agent");
    return upload;
}

Store::Upload::Upload(fs::path part, fs::path file, bundle::Digest digest, std::uint64_t bytes)
    : m_part(std::move(part)), m_file(std::move(file)), m_digest(digest), m_bytes(bytes) {}

Store::Upload::~Upload() {
    if (m_descriptor < 0) return;
    ::close(m_descriptor);
    std::error_code ignored;
    fs::remove(m_part, ignored);
}

Result<void> Store::Upload::add(std::span<const std::byte> piece) {
    if (piece.size() > m_bytes - m_written)
        return badInput("more than the announced " + std::to_string(m_bytes) + " bytes of a bundle arrive");
    while (!piece.empty()) {
        const ssize_t written = ::write(m_descriptor, piece.data(), piece.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failure(m_file, "cannot be written", errno);
        m_written += static_cast<std::uint64_t>(written);
        piece = piece.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> Store::Upload::finish() {
    if (!isWhole())
        return badInput("a bundle of " + std::to_string(m_bytes) + " bytes ends after " +
                        std::to_string(m_written));
    ASSIGN_OR_RETURN(const auto written, bundle::check(m_part));
    if (written.digest != m_digest) return badInput("another bundle arrived than the one that was announced");
    std::error_code error;
    fs::rename(m_part, m_file, error);
    if (error) return failure(m_file, "cannot be written", error.value());
    ::close(m_descriptor);
    m_descriptor = -1;
    return {};
}

} // namespace edgewright::agent
