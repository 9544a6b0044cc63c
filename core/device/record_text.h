// SPDX-License-Identifier: GPL-3.0-or-later
// A record as text: JSON, complete, to be read again; CSV, to be put into a spreadsheet.
#pragma once

#include "core/base/result.h"
#include "core/device/record.h"
#include "core/device/roof/roof.h"

#include <filesystem>
#include <string>

namespace edgewright::device {

std::string recordJson(const Record& record);
// BadInput names file, place and what was expected. Keys that are not known are passed over: a later version
// wrote them.
Result<Record> readRecord(const std::filesystem::path& file);

// One line for each sample: variant, threads, block, wall_ms, cpu_ms.
std::string samplesCsv(const Record& record);
// One line for each operator of each variant: variant, position, name, op, us, share, macs, gmac_per_s, bytes.
std::string operatorsCsv(const Record& record);
// The same with roof: the share of it (shareOfRoof), empty where that is not known.
std::string operatorsBesideRoofCsv(const Record& record, const Roof& roof);

} // namespace edgewright::device
