// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/storage/mapped_file.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_set>

namespace edgewright::ir {

namespace {

struct OpenFiles {
    std::mutex lock;
    std::unordered_set<const MappedFile*> files;
};

// Lives until the program ends: files may be closed by what static storage holds.
OpenFiles& openFiles() {
    static auto* files = new OpenFiles;
    return *files;
}

} // namespace

MappedFile::MappedFile(std::filesystem::path path, std::span<std::byte> bytes)
    : m_path(std::move(path)), m_bytes(bytes) {
    if (!bytes.empty()) m_range.emplace(bytes);
}

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& file) {
    const auto fault = [&](std::string what) { return badInput(std::move(what)).within(file.string()); };
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return fault(say("cannot be opened: {1}", systemText(errno)));
    struct Closer {
        int descriptor;
        ~Closer() { ::close(descriptor); }
    } closer{descriptor};

    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return fault(say("cannot be examined: {1}", systemText(errno)));
    if (!S_ISREG(status.st_mode)) return fault(say("is not a regular file"));
    const auto size = static_cast<std::size_t>(status.st_size);
    std::span<std::byte> bytes;
    if (size > 0) {
        void* memory =
            ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, descriptor, 0);
        if (memory == MAP_FAILED) return fault(say("cannot be mapped: {1}", systemText(errno)));
        bytes = {static_cast<std::byte*>(memory), size};
    }
    constexpr std::int64_t DiskBlock = 512; // the unit of st_blocks
    std::shared_ptr<MappedFile> mapped(new MappedFile(file, bytes));
    mapped->m_storedBytes = std::min<std::int64_t>(status.st_size, status.st_blocks * DiskBlock);
    mapped->m_device = status.st_dev;
    mapped->m_inode = status.st_ino;
    {
        OpenFiles& all = openFiles(); // only now: others ask those that are listed whether they are intact
        const std::scoped_lock held(all.lock);
        all.files.insert(mapped.get());
    }
    return std::shared_ptr<const MappedFile>(std::move(mapped));
}

MappedFile::~MappedFile() {
    {
        OpenFiles& all = openFiles();
        const std::scoped_lock held(all.lock);
        all.files.erase(this);
    }
    m_range.reset();
    if (!m_bytes.empty()) ::munmap(m_bytes.data(), m_bytes.size());
}

void MappedFile::forget(std::size_t offset, std::size_t size) const {
    static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t begin = (offset + page - 1) / page * page;
    const std::size_t end = (offset + size) / page * page;
    if (begin < end && end <= m_bytes.size()) ::madvise(m_bytes.data() + begin, end - begin, MADV_DONTNEED);
}

Result<void> MappedFile::intact() const {
    struct stat status {};
    // Another file under the same name does not matter: the mapping is of the old one.
    const bool same =
        ::stat(m_path.c_str(), &status) == 0 && status.st_dev == m_device && status.st_ino == m_inode;
    if (same && static_cast<std::size_t>(status.st_size) < m_bytes.size())
        return badInput(say("{1}: has shrunk while it was open: {2} bytes were expected, and {3} are left",
                            m_path.string(), m_bytes.size(), status.st_size));
    if (m_range && m_range->lost())
        return badInput(say(
            "{1}: has shrunk while it was open: {2} bytes were expected, and a part of them could not be read",
            m_path.string(), m_bytes.size()));
    return {};
}

Result<void> mappedFilesIntact() {
    OpenFiles& all = openFiles();
    const std::scoped_lock held(all.lock);
    for (const MappedFile* file : all.files)
        RETURN_IF_ERROR(file->intact());
    return {};
}

} // namespace edgewright::ir
