// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes as a file, for readers that take nothing else; in memory where that is possible.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace edgewright::test {

class ScratchFile {
public:
    explicit ScratchFile(std::string name) : m_name(std::move(name)) {
        const std::filesystem::path memory = "/dev/shm";
        const auto parent = std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path();
        m_folder = parent / ("edgewright-fuzz-" + std::to_string(::getpid()));
        std::filesystem::create_directory(m_folder);
    }
    ~ScratchFile() {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    std::filesystem::path write(const void* data, std::size_t size) const {
        auto file = m_folder / m_name;
        std::ofstream(file, std::ios::binary)
            .write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
        return file;
    }

private:
    std::string m_name;
    std::filesystem::path m_folder;
};

} // namespace edgewright::test
