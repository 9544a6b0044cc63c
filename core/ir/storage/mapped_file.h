// SPDX-License-Identifier: GPL-3.0-or-later
// A file as memory. Writing to the memory changes this process's view only, never the file. A file that shrinks
// meanwhile reads as zeros behind its new end, and intact() says so.
#pragma once

#include "core/base/result.h"
#include "core/ir/storage/mapped_ranges.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

namespace edgewright::ir {

class MappedFile {
public:
    // Regular files only: a pipe or a device would block or never end. An empty file maps to no bytes.
    static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& file);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<std::byte> bytes() const { return m_bytes; }
    // The bytes that the file occupied on its disk when it was opened, at most its size: holes take nothing.
    std::int64_t storedBytes() const { return m_storedBytes; }
    // Gives the memory of a part that was read and will hardly be read again back to the system.
    void forget(std::size_t offset, std::size_t size) const;
    // BadInput, naming the file, once it is shorter than it was when it was opened.
    Result<void> intact() const;

private:
    MappedFile(std::filesystem::path path, std::span<std::byte> bytes);

    std::filesystem::path m_path;
    std::span<std::byte> m_bytes;
    std::optional<MappedRange> m_range; // empty: no bytes
    std::int64_t m_storedBytes = 0;
    std::uint64_t m_device = 0, m_inode = 0;
};

// intact() of every file that is mapped now: to be asked before results that came from tensors in files are
// believed. O(mapped files).
Result<void> mappedFilesIntact();

} // namespace edgewright::ir
