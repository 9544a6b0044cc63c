// SPDX-License-Identifier: GPL-3.0-or-later
// The C compiler of the system, in a process of its own, with limits of time and memory.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::loopnest {

struct Compiler {
    std::filesystem::path program;
    std::string version; // the first line that it says of itself: "gcc (Debian 12.2.0-14) 12.2.0"
};

struct CompileLimits {
    std::chrono::milliseconds patience = std::chrono::seconds(60);
    std::int64_t memoryBytes = std::int64_t(3) << 30; // of addresses, each of its processes
    // Whoever waits for it waits no longer: then it is Cancelled. Nothing: `patience` is all.
    std::optional<std::chrono::steady_clock::time_point> until = {};
};

// cc, gcc and clang, as far as they are in a folder of `path` (the value of PATH); none of them is asked.
std::vector<std::filesystem::path> compilersIn(const std::string& path);
std::vector<std::filesystem::path> compilersHere(); // in this process's PATH
Error noCompiler();                                 // Unsupported: there is none, and what that means
// The first of them that answers --version; else noCompiler().
Result<Compiler> findCompiler(const std::string& path, const RunContext& run = {});
Result<Compiler> findCompiler(const RunContext& run = {}); // in this process's PATH

// For this processor, to a shared object: `object` is written only by a compiler that succeeded. `source` is
// kept beside it until then. BadInput, with its last line, for a compiler that fails; TimedOut; Cancelled.
Result<void> compile(const Compiler& compiler, const std::string& source, const std::filesystem::path& object,
                     const CompileLimits& limits = {}, const RunContext& run = {});
std::string compilerOptions(); // as one text: another one makes other objects

} // namespace edgewright::loopnest
