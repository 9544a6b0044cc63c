// SPDX-License-Identifier: GPL-3.0-or-later
// A program on a machine that knows nothing of us, and ends all the same when we go away.
#pragma once

#include "core/remote/shell.h"

#include <functional>
#include <optional>
#include <string_view>

namespace edgewright::remote {

// Runs `words`, a program and its arguments, in a new folder that is removed afterwards, with nothing on its
// standard input. What it writes to both of its outputs goes to `took`; when that is false, the program is
// ended. It is ended, with all that it started in its process group, when it is stopped, after `limit`, and
// when the link is cut or this program dies: first asked, a second later made to. Its exit status; empty:
// `took` had enough.
Result<std::optional<int>> runGuarded(const Shell& machine, const std::vector<std::string>& words,
                                      std::chrono::milliseconds limit, const RunContext& run,
                                      const std::function<bool(std::string_view)>& took);

} // namespace edgewright::remote
