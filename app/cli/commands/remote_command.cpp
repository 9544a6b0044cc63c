// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/board.h"
#include "app/cli/command.h"
#include "app/cli/commands/remote_run.h"
#include "app/cli/commands/remote_trace.h"
#include "app/cli/json.h"
#include "app/cli/reports/runtime_report.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli::remote_command {

namespace {

using remote::Host;

struct Arguments {
    Host host;
    std::string name;
    std::string runtimesOf{remote::ThisMachine};
    RemoteRunArguments run;
    RemoteTraceArguments trace;
    bool files = false; // remove: what lies on the board, too
};

Json hostReport(const Host& host) {
    Json report{{"name", host.name}, {"address", host.address}};
    if (!host.user.empty()) report["user"] = host.user;
    if (host.port != 0) report["port"] = host.port;
    if (!host.identity.empty()) report["identity"] = host.identity;
    if (!host.jump.empty()) report["jump"] = host.jump;
    return report;
}

Result<ExitStatus> add(Console& console, const Arguments& arguments) {
    RETURN_IF_ERROR(remote::checked(arguments.host));
    const auto added = remote::changeHosts(remote::hostsFile(), [&](std::vector<Host>& hosts) -> Result<void> {
        std::erase_if(hosts, [&](const Host& known) { return known.name == arguments.host.name; });
        hosts.push_back(arguments.host);
        return {};
    });
    if (!added) return added.error();
    console.print(inQuotes(arguments.host.name) + ": " + arguments.host.text());
    console.printJson(hostReport(arguments.host));
    return Done;
}

Result<ExitStatus> list(Console& console) {
    ASSIGN_OR_RETURN(const auto hosts, remote::readHosts(remote::hostsFile()));
    Json report = Json::array();
    std::size_t widest = remote::ThisMachine.size();
    for (const Host& each : hosts)
        widest = std::max(widest, each.name.size());
    console.print(remote::ThisMachine);
    for (const Host& each : hosts) {
        console.print(left(each.name, widest + 2) + each.text());
        report.push_back(hostReport(each));
    }
    console.printJson({{"hosts", std::move(report)}});
    return Done;
}

Result<ExitStatus> probe(Console& console, const Arguments& arguments) {
    ASSIGN_OR_RETURN(auto board, openBoard(console, arguments.name));
    ASSIGN_OR_RETURN(const auto found, remote::findRuntimes(board->shell(), adaptersHere(console),
                                                            {console.run().stop, nullptr}));
    Json runtimes = Json::array();
    const protocol::Welcome& welcome = board->session().welcome();
    const measure::Machine& machine = welcome.machine;
    std::string features;
    for (const std::string& each : welcome.features)
        features += (features.empty() ? "" : " ") + each;
    const auto row = [&](const std::string& what, const std::string& text) {
        if (!text.empty()) console.print(left(what, 14) + text);
    };
    row(say("name"), machine.name);
    row(say("processor"), machine.processorText() + ", " + machine.architecture);
    row(say("cores"),
        (machine.cores > 0 ? sayCount(groups(machine.cores), "{1} core", "{1} cores") + ", " : "") +
            sayCount(groups(machine.threads), "{1} thread", "{1} threads"));
    row(say("kernels for"), welcome.isa);
    row(say("features"), features);
    row(say("memory"), machine.memoryBytes > 0 ? bytesText(machine.memoryBytes) : "");
    row(say("system"), machine.kernel);
    row(say("governor"), machine.governor);
    if (welcome.conditions.megahertz) row(say("clock"), fixed(*welcome.conditions.megahertz / 1e3, 2) + " GHz");
    if (welcome.conditions.celsius) row(say("temperature"), fixed(*welcome.conditions.celsius, 0) + " C");
    if (welcome.conditions.loadAverage) row(say("load"), fixed(*welcome.conditions.loadAverage, 2));
    row(say("free disk"), welcome.freeDiskBytes > 0 ? bytesText(welcome.freeDiskBytes) : "");
    row(say("bundles"), bytesText(welcome.bundleBytes));
    for (const remote::FoundRuntime& each : found) {
        row(say("runtime"), runtimeText(each));
        runtimes.push_back(runtimeReport(each));
    }
    console.printJson({{"name", arguments.name},
                       {"host", machine.name},
                       {"processor", machine.processor},
                       {"architecture", machine.architecture},
                       {"cores", machine.cores},
                       {"threads", machine.threads},
                       {"isa", welcome.isa},
                       {"features", welcome.features},
                       {"memory_bytes", machine.memoryBytes},
                       {"kernel", machine.kernel},
                       {"governor", machine.governor},
                       {"free_disk_bytes", welcome.freeDiskBytes},
                       {"bundle_bytes", welcome.bundleBytes},
                       {"runtimes", std::move(runtimes)},
                       {"agent_copied", board->wasCopied()}});
    return Done;
}

Result<ExitStatus> remove(Console& console, const Arguments& arguments) {
    const auto file = remote::hostsFile();
    ASSIGN_OR_RETURN(const auto hosts, remote::readHosts(file));
    RETURN_IF_ERROR(remote::hostNamed(hosts, arguments.name));
    if (arguments.files) {
        ASSIGN_OR_RETURN(auto board, openBoard(console, arguments.name));
        RETURN_IF_ERROR(board->removeAll(console.run()));
    }
    const auto removed = remote::changeHosts(file, [&](std::vector<Host>& now) -> Result<void> {
        std::erase_if(now, [&](const Host& known) { return known.name == arguments.name; });
        return {};
    });
    if (!removed) return removed.error();
    const std::string name = inQuotes(arguments.name);
    console.print(arguments.files ? say("{1} is removed, and all of ours on it", name)
                                  : say("{1} is removed", name));
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    verb.require_subcommand(1);
    CLI::App* const adds = verb.add_subcommand("add", say("Add a machine that OpenSSH reaches, or change it"));
    adds->add_option("NAME", arguments->host.name, say("What it is called here"))->required();
    adds->add_option("ADDRESS", arguments->host.address, say("Its name or address, or a Host of ~/.ssh/config"))
        ->required();
    adds->add_option("--user", arguments->host.user, say("Who logs in there; as in ~/.ssh/config unless told"))
        ->type_name("NAME");
    adds->add_option("--port", arguments->host.port, say("Where its SSH server listens"))
        ->type_name("N")
        ->check(CLI::Range(1, 65535).description(""));
    adds->add_option("--identity", arguments->host.identity, say("A private key"))->type_name("FILE");
    adds->add_option("--jump", arguments->host.jump, say("Through another machine"))
        ->type_name("USER@HOST:PORT");
    CLI::App* const lists = verb.add_subcommand("list", say("The machines that were added"));
    CLI::App* const probes = verb.add_subcommand(
        "probe", say("Connect, copy the agent where it is missing, say what machine it is"));
    probes->add_option("NAME", arguments->name, say("As it is called here"))->required();
    CLI::App* const removes = verb.add_subcommand("remove", say("Forget a machine"));
    removes->add_option("NAME", arguments->name, say("As it is called here"))->required();
    removes->add_flag("--files", arguments->files, say("Remove the agent and all bundles from it, too"));
    CLI::App* const runs =
        verb.add_subcommand("run", say("Run a model there, with our agent or in another runtime"));
    arguments->run.declare(*runs);
    runs->final_callback([arguments] { arguments->run.words.check(arguments->run.output); });
    CLI::App* const lookups = verb.add_subcommand("runtimes", say("The other runtimes that a machine has"));
    lookups->add_option("NAME", arguments->runtimesOf, say("As it is called here; this machine unless told"));
    CLI::App* const traces =
        verb.add_subcommand("trace", say("Run a program there and tell what it does with a GPU"));
    arguments->trace.declare(*traces);
    for (CLI::App* const each : {adds, lists, probes, removes, runs, lookups, traces})
        each->fallthrough(); // --json stands anywhere
    return [=](Console& console) {
        if (adds->parsed()) return add(console, *arguments);
        if (lists->parsed()) return list(console);
        if (probes->parsed()) return probe(console, *arguments);
        if (runs->parsed()) return remoteRun(console, arguments->run);
        if (traces->parsed()) return remoteTrace(console, arguments->trace);
        if (lookups->parsed()) return remoteRuntimes(console, arguments->runtimesOf);
        return remove(console, *arguments);
    };
}

} // namespace

extern const Command entry{
    "remote",
    TRANSLATABLE("Verb", "Boards that networks run on: add, list, probe, runtimes, run, trace, remove"),
    declare};

} // namespace edgewright::cli::remote_command
