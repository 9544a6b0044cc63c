// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/board.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/device/variant_graph.h"
#include "core/remote/runtimes_there.h"

namespace edgewright::cli {

Result<std::unique_ptr<remote::Board>> openBoard(const Console& console, const std::string& name) {
    ASSIGN_OR_RETURN(const auto hosts, remote::readHosts(remote::hostsFile()));
    ASSIGN_OR_RETURN(const remote::Host host, remote::hostNamed(hosts, name));
    const auto programs = remote::agentProgramsKnown();
    return remote::Board::open(host, {}, programs, {console.run().stop, nullptr},
                               [&](const std::string& what) { console.note(what); });
}

Result<std::unique_ptr<remote::Shell>> openShell(const Console& console, const std::string& name) {
    if (name == remote::ThisMachine) return remote::Shell::here();
    ASSIGN_OR_RETURN(const auto hosts, remote::readHosts(remote::hostsFile()));
    ASSIGN_OR_RETURN(const remote::Host host, remote::hostNamed(hosts, name));
    console.note("connecting to " + inQuotes(name));
    return remote::Shell::open(host, {}, {console.run().stop, nullptr});
}

std::vector<runtimes::Adapter> adaptersHere(const Console& console) {
    return remote::adaptersHere([&](const Error& error) { console.note("warning: " + error.message); });
}

Result<std::shared_ptr<const device::Record>> measuredOn(const Console& console, const std::string& name,
                                                         device::Task task) {
    const auto note = [&](const std::string& what) {
        if (!what.empty()) console.note(what);
    };
    RETURN_IF_ERROR(device::complete(task, console.run(), note)); // before a board waits for it
    if (name.empty() || name == remote::ThisMachine) return device::measureHere(task, console.run());
    task.compares = true;
    task.device = name;
    ASSIGN_OR_RETURN(const auto board, openBoard(console, name));
    return device::measureWith(board->session(), task, console.run(), {.doing = note});
}

} // namespace edgewright::cli
