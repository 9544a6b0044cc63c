// SPDX-License-Identifier: GPL-3.0-or-later
// A record as text: JSON, complete, to be read again; CSV, to be put into a spreadsheet.
#pragma once

#include "core/base/result.h"
#include "core/cost/processor/processor.h"
#include "core/device/record.h"
#include "core/device/roof/roof.h"

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
// Figures that may stand beside operators, each in a column of its own.
struct Beside {
    const Roof* roof = nullptr;                 // roof: the share of it (shareOfRoof), empty where not known
    const cost::Processor* processor = nullptr; // predicted_us, empty but for variants of one core
};
// One line for each operator of each variant: variant, position, name, op, us, share, macs, gmac_per_s, bytes.
std::string operatorsCsv(const Record& record, const Beside& beside = {});
// One line for each variant of each record: date, device, machine, model, variant, threads, median_ms, low_ms,
// high_ms (95 % interval), p95_ms, samples, noisy, throttled (empty: not told), outputs (empty: not compared).
std::string historyCsv(std::span<const std::shared_ptr<const Record>> records);

} // namespace edgewright::device
