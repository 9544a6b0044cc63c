// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/board.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/device/gpu/gpu_run.h"
#include "core/device/roof/measure_roof.h"
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
    console.note(say("connecting to {1}", inQuotes(name)));
    return remote::Shell::open(host, {}, {console.run().stop, nullptr});
}

std::vector<runtimes::Adapter> adaptersHere(const Console& console) {
    return remote::adaptersHere([&](const Error& error) { console.note(say("warning: {1}", error.message)); });
}

namespace {

bool isHere(const std::string& name) { return name.empty() || name == remote::ThisMachine; }

std::function<void(const std::string&)> notesOf(const Console& console) {
    return [&console](const std::string& what) {
        if (!what.empty()) console.note(what);
    };
}

} // namespace

bool isThisGpu(const std::string& name) {
    if (name != device::ThisGpu) return false;
    const auto hosts = remote::readHosts(remote::hostsFile());
    return !hosts || !remote::hostNamed(*hosts, name);
}

Result<std::shared_ptr<const device::Record>> measuredOnGpu(const Console& console, gpu::Programs& programs,
                                                            const device::Task& task,
                                                            const device::TunedOnGpu& tuned) {
    return device::measureOnGpu(programs, task, console.run(), {.doing = notesOf(console)}, tuned);
}

Result<std::shared_ptr<const device::Record>> measuredOn(const Console& console, const std::string& name,
                                                         device::Task task) {
    if (isThisGpu(name)) {
        ASSIGN_OR_RETURN(gpu::Programs programs, device::openThisGpu());
        return measuredOnGpu(console, programs, task);
    }
    const auto note = notesOf(console);
    RETURN_IF_ERROR(device::complete(task, console.run(), note)); // before a board waits for it
    if (isHere(name)) return device::measureHere(task, console.run());
    task.compares = true;
    task.device = name;
    ASSIGN_OR_RETURN(const auto board, openBoard(console, name));
    return device::measureWith(board->session(), task, console.run(), {.doing = note});
}

Result<std::shared_ptr<const device::Roof>> roofOn(const Console& console, const std::string& name,
                                                   const protocol::RoofOrder& order) {
    const auto note = notesOf(console);
    if (isThisGpu(name)) return edgewright::unsupported(say("the roof of a GPU is what `gpu` measures"));
    if (isHere(name)) return device::measureRoofHere(order, console.run(), note);
    ASSIGN_OR_RETURN(const auto board, openBoard(console, name));
    return device::measureRoofWith(board->session(), order, console.run(), note);
}

} // namespace edgewright::cli
