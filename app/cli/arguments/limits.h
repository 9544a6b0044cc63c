// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of an execution.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "core/exec/executor.h"

#include <cstdint>
#include <optional>

namespace edgewright::cli {

struct LimitArguments {
    std::int64_t trips = exec::RunOptions().loopTripLimit;

    void declare(CLI::App& verb); // --trip-limit
};

struct MemoryArguments {
    std::optional<std::int64_t> mebibytes;

    void declare(CLI::App& verb);      // --memory-limit
    std::int64_t openingBytes() const; // for pipeline::open; 0: in proportion to the model
    std::int64_t runBytes() const;     // for exec::RunOptions
    std::int64_t dataBytes() const;    // that arrays of an archive may unpack to
    std::int64_t studyBytes() const;   // for pipeline::readStudy
};

} // namespace edgewright::cli
