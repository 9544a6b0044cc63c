// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace edgewright::onnx {

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& file) {
    const auto fault = [&](const std::string& what) { return badInput(file.string() + ": " + what); };
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return fault(std::string("cannot be opened: ") + std::strerror(errno));
    struct Closer {
        int descriptor;
        ~Closer() { ::close(descriptor); }
    } closer{descriptor};

    struct stat status {};
    if (::fstat(descriptor, &status) != 0)
        return fault(std::string("cannot be examined: ") + std::strerror(errno));
    if (!S_ISREG(status.st_mode)) return fault("is not a regular file");
    const auto size = static_cast<std::size_t>(status.st_size);
    std::span<std::byte> bytes;
    if (size > 0) {
        void* memory =
            ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, descriptor, 0);
        if (memory == MAP_FAILED) return fault(std::string("cannot be mapped: ") + std::strerror(errno));
        bytes = {static_cast<std::byte*>(memory), size};
    }
    return std::shared_ptr<const MappedFile>(new MappedFile(bytes));
}

MappedFile::~MappedFile() {
    if (!m_bytes.empty()) ::munmap(m_bytes.data(), m_bytes.size());
}

void MappedFile::forget(std::size_t offset, std::size_t size) const {
    static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t begin = (offset + page - 1) / page * page;
    const std::size_t end = (offset + size) / page * page;
    if (begin < end && end <= m_bytes.size()) ::madvise(m_bytes.data() + begin, end - begin, MADV_DONTNEED);
}

} // namespace edgewright::onnx
