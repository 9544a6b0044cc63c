// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/remote_trace.h"

#include "app/cli/board.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/trace_report.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/remote/traced/traced_run.h"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace edgewright::cli {

void RemoteTraceArguments::declare(CLI::App& verb) {
    verb.add_option("NAME", name, say("As the machine is called here, or 'this machine'"))->required();
    TraceArguments::declare(verb)->required();
}

Result<ExitStatus> remoteTrace(Console& console, const RemoteTraceArguments& arguments) {
    Outputs outputs(console, arguments.force);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    std::error_code failed;
    ASSIGN_OR_RETURN(const TemporaryFolder folder,
                     TemporaryFolder::in(std::filesystem::temp_directory_path(failed), "edgewright-trace-"));
    ASSIGN_OR_RETURN(const auto machine, openShell(console, arguments.name));
    std::FILE* const stream = console.json || console.outputGiven() ? stderr : stdout;
    const auto took = [&](std::string_view bytes) {
        std::fwrite(bytes.data(), 1, bytes.size(), stream);
        std::fflush(stream);
    };
    ASSIGN_OR_RETURN(
        const int status,
        remote::runTraced(*machine, {.command = arguments.command, .by = arguments.by, .folder = folder.path()},
                          {console.run().stop, nullptr}, took,
                          [&](const std::string& what) { console.note(what); }));
    return reportTraced(console, outputs, {arguments.command, status, folder.path(), arguments.output});
}

} // namespace edgewright::cli
