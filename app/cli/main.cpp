// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <exception>
#include <memory>
#include <vector>

int main(int argc, char** argv) {
    using namespace edgewright::cli;
    CLI::App app{"Edgewright: follow a neural network down to the edge hardware, without a screen.",
                 "edgewright-cli"};
    app.require_subcommand(1);
    app.set_version_flag("--version", "edgewright-cli " EDGEWRIGHT_VERSION);

    Console console;
    std::vector<std::pair<CLI::App*, std::function<int(Console&)>>> verbs;
    for (const Command* command : commands()) {
        CLI::App* verb = app.add_subcommand(command->name, command->summary);
        verb->add_flag("--json", console.json, "One JSON document on standard output and nothing else there");
        verb->add_flag("--quiet", console.quiet, "Print nothing but errors");
        verbs.emplace_back(verb, command->declare(*verb));
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? Done : BadCommandLine;
    }
    try {
        for (const auto& [verb, run] : verbs)
            if (verb->parsed()) return run(console);
    } catch (const std::exception& error) { // out of memory, for one
        return console.fail(edgewright::internalError(error.what()));
    }
    return BadCommandLine;
}
