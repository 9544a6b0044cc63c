// SPDX-License-Identifier: GPL-3.0-or-later
// Names of functions and kernels, each kept once.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace edgewright::cuda_trace {

// For any thread. The first ids are those of the driver's functions: that of function n is n + 1; 0 is the
// empty name.
class NameTable {
public:
    NameTable();
    std::uint32_t id(std::string_view name);
    const std::string& name(std::uint32_t id); // valid as long as the table

private:
    std::mutex m_mutex;
    std::deque<std::string> m_names;
    std::unordered_map<std::string_view, std::uint32_t> m_ids; // views of m_names
};

} // namespace edgewright::cuda_trace
