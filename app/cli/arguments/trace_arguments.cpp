// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/trace_arguments.h"

#include "app/cli/outputs.h"
#include "core/base/say.h"

#include <CLI/CLI.hpp>

namespace edgewright::cli {

CLI::Option* TraceArguments::declare(CLI::App& verb) {
    CLI::Option* const words =
        verb.add_option("COMMAND", command, say("A program and its arguments, behind --"))->type_name("WORD");
    verb.add_option("-o,--output", output,
                    say("Keep the trace, as Perfetto, chrome://tracing and measure --compare read it"))
        ->type_name("FILE");
    verb.add_option(
            "--by", by,
            say("By CUPTI, which knows the times of the GPU, by the driver's calls, or by these where the "
                "first cannot be had"))
        ->type_name("NAME")
        ->check(CLI::IsMember({"auto", "cupti", "driver"}));
    Outputs::declareForce(verb, force);
    return words;
}

} // namespace edgewright::cli
