// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/limits.h"

namespace edgewright::cli {

void LimitArguments::declare(CLI::App& verb) {
    verb.add_option("--trip-limit", trips, "Iterations that one Loop may take")
        ->capture_default_str()
        ->type_name("N")
        ->check(CLI::Range(std::int64_t(0), std::int64_t(1) << 62));
    verb.add_option("--memory-limit", mebibytes, "Memory for intermediate values, in MiB")
        ->capture_default_str()
        ->type_name("MIB")
        ->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 40));
}

void LimitArguments::apply(exec::RunOptions& options) const {
    options.loopTripLimit = trips;
    options.memoryLimitBytes = mebibytes << 20;
}

} // namespace edgewright::cli
