// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/board.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/remote/runtimes_there.h"

namespace edgewright::cli {

Result<std::unique_ptr<remote::Board>> openBoard(const Console& console, const std::string& name) {
    ASSIGN_OR_RETURN(const auto hosts, remote::readHosts(remote::hostsFile()));
    ASSIGN_OR_RETURN(const remote::Host host, remote::hostNamed(hosts, name));
    const auto programs = remote::agentPrograms(remote::agentProgramsFolder());
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

} // namespace edgewright::cli
