// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that the machine and the limits of this process (ulimit -v) allow, and running out of it as an
// Error.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <new>
#include <string>
#include <utility>

namespace edgewright::ir {

// The most that running one network may take where nobody says otherwise.
inline constexpr std::int64_t MaxRunBytes = std::int64_t(16) << 30;

// Bytes that this process may have in all: its address space where that is limited, else the machine's memory.
std::int64_t machineMemory();
// After std::bad_alloc: "fusing: more than N bytes needed, limit M bytes".
Error machineOutOfMemory(const std::string& what);

// `work` returns a Result; std::bad_alloc becomes its error.
template <typename Work>
auto withinMachineMemory(const std::string& what, Work&& work) -> decltype(work()) {
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return machineOutOfMemory(what);
    }
}

} // namespace edgewright::ir
