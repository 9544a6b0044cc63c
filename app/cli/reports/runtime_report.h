// SPDX-License-Identifier: GPL-3.0-or-later
// The result of another runtime, in lines and as a document.
#pragma once

#include "app/cli/console.h"
#include "core/remote/runtimes_there.h"

#include <string>

namespace edgewright::cli {

std::string runtimeText(const remote::FoundRuntime& runtime); // "ONNX Runtime 1.30.0, /usr/bin/..."
Json runtimeReport(const remote::FoundRuntime& runtime);

void printOutcome(const Console& console, const std::string& machine, const remote::RuntimeOutcome& outcome);
// The keys of `run` as far as the runtime says them; "host" and "predicted" are the caller's.
Json outcomeReport(const remote::RuntimeOutcome& outcome);

} // namespace edgewright::cli
