// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_run.h"

#include "app/cli/board.h"
#include "core/base/propagate.h"
#include "core/device/variant_graph.h"

namespace edgewright::cli {

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
