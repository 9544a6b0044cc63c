// SPDX-License-Identifier: GPL-3.0-or-later
// A file as memory. Writing to the memory changes this process's view only, never the file.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace edgewright::onnx {

class MappedFile {
public:
    // Regular files only: a pipe or a device would block or never end. An empty file maps to no bytes.
    static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& file);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<std::byte> bytes() const { return m_bytes; }
    // Gives the memory of a part that was read and will hardly be read again back to the system.
    void forget(std::size_t offset, std::size_t size) const;

private:
    explicit MappedFile(std::span<std::byte> bytes) : m_bytes(bytes) {}
    std::span<std::byte> m_bytes;
};

} // namespace edgewright::onnx
