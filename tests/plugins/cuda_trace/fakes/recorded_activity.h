// SPDX-License-Identifier: GPL-3.0-or-later
// Records that a real CUPTI gave, as lines of JSON.
#pragma once

#include "plugins/cuda_trace/abi.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <string>

namespace edgewright::fake_cuda {

class RecordedActivity {
public:
    using Json = nlohmann::json;

    explicit RecordedActivity(const Json& line) : m_line(line) {}

    bool is(const char* kind) const { return m_line.at("k") == kind; }
    std::string name() const { return m_line.at("name"); }
    cuda_trace::CallActivity call(cuda_trace::Activity kind, std::uint32_t callback) const {
        return {kind, callback, start(), end(), 0, number("tid"), number("corr"), number("rc")};
    }
    cuda_trace::KernelActivity kernel() const {
        cuda_trace::KernelActivity kernel{};
        kernel.kind = cuda_trace::Activity::ConcurrentKernel;
        kernel.registers = static_cast<std::uint16_t>(number("regs"));
        kernel.dynamicShared = number("smem");
        for (std::size_t i = 0; i < 3; ++i) {
            kernel.grid[i] = m_line.at("grid").at(i);
            kernel.block[i] = m_line.at("block").at(i);
        }
        fill(kernel);
        return kernel;
    }
    cuda_trace::CopyActivity copy() const {
        cuda_trace::CopyActivity copy{};
        copy.kind = cuda_trace::Activity::Memcpy;
        copy.copyKind = static_cast<std::uint8_t>(number("kind"));
        copy.bytes = m_line.at("bytes");
        fill(copy);
        return copy;
    }
    cuda_trace::FillActivity set() const {
        cuda_trace::FillActivity set{};
        set.kind = cuda_trace::Activity::Memset;
        set.memory = cuda_trace::DeviceMemory;
        set.bytes = m_line.at("bytes");
        fill(set);
        return set;
    }
    cuda_trace::MemoryActivity memory() const {
        cuda_trace::MemoryActivity memory{};
        memory.kind = cuda_trace::Activity::Memory;
        memory.operation = number("op");
        memory.memory = number("mem");
        memory.correlation = number("corr");
        memory.address = std::stoull(m_line.at("addr").get<std::string>(), nullptr, 16);
        memory.bytes = m_line.at("bytes");
        memory.time = start();
        return memory;
    }

private:
    std::uint32_t number(const char* key) const { return m_line.at(key); }
    std::uint64_t start() const { return m_line.at("ts"); }
    std::uint64_t end() const { return start() + m_line.at("dur").get<std::uint64_t>(); }
    void fill(auto& of) const {
        of.start = start();
        of.end = end();
        of.context = 1;
        of.stream = number("stream");
        of.correlation = number("corr");
    }

    const Json& m_line;
};

// Calls `each` for every line of the file; a file that cannot be read ends the program.
inline void forEachRecorded(const char* file, const auto& each) {
    std::ifstream lines(file);
    if (!lines) std::abort();
    for (std::string text; std::getline(lines, text);) {
        const auto line = nlohmann::json::parse(text);
        each(RecordedActivity(line));
    }
}

} // namespace edgewright::fake_cuda
