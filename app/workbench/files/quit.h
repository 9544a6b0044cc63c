// SPDX-License-Identifier: GPL-3.0-or-later
// The end of the program.
#pragma once

#include "views/support/job/job_board.h"

#include <QObject>

#include <functional>

namespace edgewright::workbench {

// Calls `act` in the event loop when SIGINT, SIGTERM or SIGHUP comes, as long as `owner` lives. Once for the
// process.
void whenAskedToEnd(QObject& owner, std::function<void(int signal)> act);

// Stops all work and returns `code`. Files that are being written are finished. Work that does not stop at once
// is not waited for: then the process ends here, and nothing that it may use is destroyed.
int quit(views::JobBoard& jobs, int code);

} // namespace edgewright::workbench
