// SPDX-License-Identifier: GPL-3.0-or-later
// Text as JSON has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace edgewright::cuda_trace {

[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...);
std::string quoted(std::string_view text);           // with what is no UTF-8 replaced
std::string number(double value);                    // with a point, whatever the program's locale is
std::string microseconds(std::uint64_t nanoseconds); // "12.345"
std::string trimmedFile(const std::string& path);    // its first line; empty where it cannot be read

} // namespace edgewright::cuda_trace
