// SPDX-License-Identifier: GPL-3.0-or-later
// Generated kernels that this user has compiled on this machine: shared objects in one folder, <digest>.so, and
// beside each .sum, the digest of the object itself. An object that is not what its .sum says, belongs to
// another user or can be written by others is none. What is loaded runs in this process: no byte of another
// machine gets there.
#pragma once

#include "core/base/result.h"
#include "core/kernels/generated_kernel.h"
#include "core/kernels/kernel_choice.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace edgewright::agent {

// <XDG_CACHE_HOME or ~/.cache>/edgewright/kernels; empty: there is no home.
std::filesystem::path ownObjectsFolder();

enum class Owned { File, Folder };
// True if it is this user's, nobody else can write to it, and it is no link.
bool isOwn(const std::filesystem::path& path, Owned kind);
// The digest of an object that may be loaded, as far as a file tells.
std::optional<std::string> digestOfOwn(const std::filesystem::path& object);
std::filesystem::path sumOf(const std::filesystem::path& object);
// True if it is there, this user's, and what its .sum says.
bool isOwnObject(const std::filesystem::path& object);

// Loads what the choices name from this folder; an empty one: nothing is loaded from anywhere. BadInput, naming
// the kernel, for one that is not there, is not this user's, or holds more than one kernel.
Result<std::shared_ptr<const kernels::LoadedKernels>>
loadOwn(const std::filesystem::path& folder, std::span<const kernels::GeneratedChoice> choices);

} // namespace edgewright::agent
