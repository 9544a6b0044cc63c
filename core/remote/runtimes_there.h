// SPDX-License-Identifier: GPL-3.0-or-later
// Other runtimes on a machine: which there are, and a model run in one of them.
#pragma once

#include "core/remote/shell.h"
#include "core/runtimes/output_reader.h"

#include <filesystem>
#include <map>
#include <span>

namespace edgewright::remote {

// The folders of adapters, later ones before earlier ones: the folder that EDGEWRIGHT_RUNTIMES names, or that
// of what was installed with this program, or of the tree of sources; then the user's own.
std::vector<std::filesystem::path> runtimeFolders();
std::vector<runtimes::Adapter> adaptersHere(const std::function<void(const Error&)>& refused);

struct FoundRuntime {
    std::string name, title;          // of the adapter
    std::vector<std::string> program; // words that start it there
    std::string version;              // empty: it does not say
};
// In the order of the adapters.
Result<std::vector<FoundRuntime>>
findRuntimes(const Shell& machine, std::span<const runtimes::Adapter> adapters, const RunContext& run = {});

struct RuntimeTask {
    std::filesystem::path model;
    std::map<std::string, std::string> values = {}; // "threads", "runs", ...
    std::string program = {};                       // there; empty: is looked for
    std::chrono::milliseconds limit = std::chrono::minutes(10);
};
struct RuntimeOutcome {
    FoundRuntime runtime;
    runtimes::RuntimeReport report;
    bool wasSent = false; // the model, now
};
// That the adapter takes such models and has such values: nothing is asked of a machine. BadInput.
Result<void> checkTask(const runtimes::Adapter& adapter, const RuntimeTask& task);
// The model is sent when it is missing there (progress is in bytes), and the runtime ends with us. `told`: what
// is being done, for people.
Result<RuntimeOutcome> runRuntime(const Shell& machine, const runtimes::Adapter& adapter,
                                  const RuntimeTask& task, const RunContext& run = {},
                                  const std::function<void(const std::string&)>& told = {});

} // namespace edgewright::remote
