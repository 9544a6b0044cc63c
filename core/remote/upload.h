// SPDX-License-Identifier: GPL-3.0-or-later
// Files on a machine, kept in our folder under the hash of their content: what is there already is not sent
// again, and what they are called here never travels.
#pragma once

#include "core/bundle/hash.h"
#include "core/remote/shell.h"

#include <filesystem>
#include <string>

namespace edgewright::remote {

struct Place {
    std::string folder;      // in ours: "models"
    std::string ending = {}; // of its name, behind the hash: ".onnx"; ours, never a user's
    bool isProgram = false;  // may be executed
};

// Puts it there; its path there. Progress is in bytes. It appears whole or not at all.
Result<std::string> upload(const Shell& machine, const std::filesystem::path& file,
                           const bundle::Digest& digest, const Place& place, const RunContext& run = {});

struct Provided {
    std::string path; // where the machine has it
    bool wasSent = false;
};
// The same, unless it is there. On this machine it is the file itself.
Result<Provided> provide(const Shell& machine, const std::filesystem::path& file, const Place& place,
                         const RunContext& run = {});

} // namespace edgewright::remote
