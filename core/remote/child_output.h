// SPDX-License-Identifier: GPL-3.0-or-later
// The standard output of a program, read with patience and a stop.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/remote/child.h"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace edgewright::remote {

// The bytes that come within that time, a few KiB at most, go to `took`; false once the other end has
// closed.
bool readSome(int descriptor, std::chrono::milliseconds patience,
              const std::function<void(std::string_view)>& took);

struct ChildOutput {
    int status = 0;
    std::string text, errors; // `text`: at most 1 MiB, what is more is dropped
};
// Everything until it ends, with its standard input closed. `name`: whose it is, for what went wrong.
Result<ChildOutput> outputOf(Child child, const std::string& name, const RunContext& run,
                             std::chrono::milliseconds patience);

} // namespace edgewright::remote
