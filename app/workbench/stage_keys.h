// SPDX-License-Identifier: GPL-3.0-or-later
// What each stage depends on, as text: the same key means that the result on hand is still right.
#pragma once

#include "core/pipeline/study.h"

#include <cstdint>
#include <string>

namespace edgewright::workbench {

// `version` counts the results of the stage before, so that a new result never looks like an old one.
std::string typeKey(std::uint64_t version, const pipeline::Settings& settings);
std::string fuseKey(std::uint64_t version, const pipeline::Settings& settings);
std::string memoryKey(std::uint64_t version, const pipeline::Settings& settings);
std::string costKey(std::uint64_t version, const pipeline::Settings& settings);
std::string sweepKey(std::uint64_t version);
std::string checkKey(std::uint64_t version, const pipeline::Settings& settings);
std::string int8Key(std::uint64_t version, const pipeline::Settings& settings);

} // namespace edgewright::workbench
