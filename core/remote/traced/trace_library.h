// SPDX-License-Identifier: GPL-3.0-or-later
// The library of plugins/cuda_trace, which programs are traced by: this machine's, and those that are copied to
// others.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace edgewright::remote {

// The file that EDGEWRIGHT_CUDA_TRACE_LIBRARY names, the one beside this program, or the one that was installed
// with it; absolute. BadInput, naming the places, when there is none.
Result<std::filesystem::path> traceLibraryHere();

// The same for machines of an architecture, as uname(1) says it:
// <agentProgramsFolder()>/<architecture>/libedgewright-cuda-trace.so, or that of this machine for its own
// architecture, where EDGEWRIGHT_AGENTS is not set. Unsupported, naming the place, where there is none, or
// where it is of another architecture.
Result<std::filesystem::path> traceLibraryFor(const std::string& architecture);

} // namespace edgewright::remote
