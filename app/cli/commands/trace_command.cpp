// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/trace_arguments.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/trace_report.h"
#include "app/cli/traced_process.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/base/translatable.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace edgewright::cli::trace_command {

namespace {

struct Arguments : TraceArguments {
    std::string from;
};

Result<ExitStatus> run(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    std::error_code failed;
    ASSIGN_OR_RETURN(const TemporaryFolder folder,
                     TemporaryFolder::in(std::filesystem::temp_directory_path(failed), "edgewright-trace-"));
    ASSIGN_OR_RETURN(const int status, runTraced({.command = arguments.command,
                                                  .folder = folder.path(),
                                                  .by = arguments.by,
                                                  .outputToErrors = console.json || console.outputGiven()},
                                                 console.run()));
    return reportTraced(console, outputs, {arguments.command, status, folder.path(), arguments.output});
}

Result<ExitStatus> read(Console& console, const std::string& file) {
    ASSIGN_OR_RETURN(Json use, traceAnswer(console, file, console.run(),
                                           [&](const std::string& line) { console.print(line); }));
    console.printJson({{"file", std::filesystem::path(file).filename().string()}, {"use", std::move(use)}});
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    CLI::Option* const command = arguments->declare(verb);
    CLI::Option* const from = verb.add_option("--from", arguments->from,
                                              say("Say the same of a trace that is there, and run nothing"))
                                  ->type_name("FILE");
    from->excludes(command);
    return [arguments](Console& console) -> Result<ExitStatus> {
        if (!arguments->from.empty()) return read(console, arguments->from);
        if (arguments->command.empty())
            throw CLI::ValidationError("COMMAND",
                                       say("is missing: trace -- PROGRAM ARGUMENTS, or trace --from FILE"));
        return run(console, *arguments);
    };
}

} // namespace

extern const Command entry{
    "trace",
    TRANSLATABLE("Verb", "Run a program and tell what it does with a GPU: kernels, copies, waits, memory"),
    declare};

} // namespace edgewright::cli::trace_command
