// SPDX-License-Identifier: GPL-3.0-or-later
// A record as text: JSON, complete, to be read again; CSV, to be put into a spreadsheet.
#pragma once

#include "core/base/result.h"
#include "core/device/record/record.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace edgewright::device {

std::string recordJson(const Record& record);
// BadInput names file, place and what was expected. Keys that are not known are passed over: a later version
// wrote them.
Result<Record> readRecord(const std::filesystem::path& file);

// One line for each sample: variant, threads, block, wall_ms, cpu_ms.
std::string samplesCsv(const Record& record);
// One line for each variant of each record: date, device, machine, model, variant, threads, median_ms, low_ms,
// high_ms (95 % interval), p95_ms, samples, noisy, throttled (empty: not told), outputs (empty: not compared).
std::string historyCsv(std::span<const std::shared_ptr<const Record>> records);

} // namespace edgewright::device
