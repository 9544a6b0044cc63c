// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of a framework in a profile, and which of them a kernel of a device was started within.
#pragma once

#include "core/trace/spellings.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace edgewright::trace {

// An operator that has a spelling and lies in no other one that has: of a stack the outermost.
struct Call {
    std::uint32_t span = 0;
    const Spelling* spelling = nullptr;
};

class Calls {
public:
    explicit Calls(const Trace& trace); // which lives at least as long

    const std::vector<Call>& byStart() const { return m_byStart; }
    // The one that started a kernel: its launch lies in it; where that was not recorded, the operator that the
    // kernel names does. An index in byStart().
    std::optional<std::size_t> ofKernel(std::uint32_t span) const;
    std::optional<std::uint32_t> launchOf(std::uint32_t kernel) const; // the call that started it: a span

private:
    std::optional<std::size_t> around(std::uint32_t host) const;

    const Trace& m_trace;
    std::vector<Call> m_byStart;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> m_byTrack;     // indices in m_byStart
    std::unordered_map<std::uint32_t, std::uint32_t> m_byExternal, m_launchOf; // spans
};

// Gives calls and kernels of PyTorch the operator of ONNX that they are, where the file says none.
void nameOperators(Trace& trace);

} // namespace edgewright::trace
