// SPDX-License-Identifier: GPL-3.0-or-later
// A roof as JSON, to be read again.
#pragma once

#include "core/base/result.h"
#include "core/device/roof/roof.h"

#include <filesystem>
#include <string>

namespace edgewright::device {

// {"format": "edgewright roof", "version": 1, "date", "isa", "machine", "before", "after", "seconds",
//  "levels_from": "system" | "curve" | "unknown",
//  "threads": [{"threads", "fp32_gmac_per_s", "int8_gmac_per_s",
//               "levels": [{"level", "capacity", "working_set", "read", "copy", "triad"}]}],
//  "kernels": [{"algorithm", "shape", "arithmetic": "fp32" | "int8", "threads", "seconds", "macs", "bytes"}],
//  "curve": [{"bytes", "read"}]}; rates of memory in 1e9 bytes per second.
std::string roofJson(const Roof& roof);
// BadInput names file, place and what was expected. Keys that are not known are passed over. Levels are from
// the core outwards, each number of threads comes once, and so does each level of it; the numbers need not be
// those of any machine.
Result<Roof> readRoof(const std::filesystem::path& file);

} // namespace edgewright::device
