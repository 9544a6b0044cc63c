// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/limits.h"

#include "app/cli/checks.h"

#include <CLI/CLI.hpp>

namespace edgewright::cli {

void LimitArguments::declare(CLI::App& verb) {
    inRange(verb.add_option("--trip-limit", trips, "Iterations that one Loop may take")->capture_default_str(),
            0, std::int64_t(1) << 62);
    CLI::Option* memory =
        verb.add_option("--memory-limit", mebibytes, "Memory for intermediate values, in MiB");
    inRange(memory->capture_default_str(), 1, std::int64_t(1) << 40);
    memory->type_name("MIB");
}

void LimitArguments::apply(exec::RunOptions& options) const {
    options.loopTripLimit = trips;
    options.memoryLimitBytes = mebibytes << 20;
}

} // namespace edgewright::cli
