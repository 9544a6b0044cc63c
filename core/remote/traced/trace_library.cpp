// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/traced/trace_library.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/remote/installed.h"

#include <cstdlib>

#include <sys/utsname.h>

namespace edgewright::remote {

namespace {

namespace fs = std::filesystem;

constexpr const char* LibraryFile = "libedgewright-cuda-trace.so";

} // namespace

Result<fs::path> traceLibraryHere() {
    ASSIGN_OR_RETURN(const fs::path found,
                     installedProgram("EDGEWRIGHT_CUDA_TRACE_LIBRARY", LibraryFile, "../lib/edgewright"));
    std::error_code failed;
    const fs::path library = fs::absolute(found, failed);
    if (!fs::is_regular_file(library, failed)) return badInput(say("{1} is not there", library.string()));
    return library;
}

Result<fs::path> traceLibraryFor(const std::string& architecture) {
    // It names a folder here, and comes from another machine.
    const bool isName =
        !architecture.empty() && architecture.find('/') == std::string::npos && architecture.front() != '.';
    const fs::path there = agentProgramsFolder() / (isName ? architecture : "none") / LibraryFile;
    std::error_code failed;
    fs::path library = fs::is_regular_file(there, failed) ? there : fs::path();
    struct utsname here {};
    const char* const named = std::getenv("EDGEWRIGHT_AGENTS");
    if (library.empty() && (!named || !*named) && ::uname(&here) == 0 && architecture == here.machine) {
        ASSIGN_OR_RETURN(library, traceLibraryHere());
    }
    if (library.empty())
        return unsupported(say("there is no {1} for architecture {2}: it is expected as {3}", LibraryFile,
                               inQuotes(architecture), there.string()));
    RETURN_IF_ERROR(checkIsFor({.architecture = architecture, .file = library}));
    return library;
}

} // namespace edgewright::remote
