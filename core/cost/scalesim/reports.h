// SPDX-License-Identifier: GPL-3.0-or-later
// SCALE-Sim's report files, as SCALE-Sim writes them: header and rows end with a comma, fields stand behind ",
// ", start and stop cycles are written as real numbers.
#pragma once

#include "core/cost/scalesim/scalesim.h"

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::cost {

struct ReportFile {
    const char* name; // "COMPUTE_REPORT.csv"
    std::string text;
};

// COMPUTE_REPORT.csv, BANDWIDTH_REPORT.csv and DETAILED_ACCESS_REPORT.csv, a row for each layer.
std::vector<ReportFile> scaleSimReports(const std::vector<ScaleSimLayer>& layers, ScaleSimVersion version);

// The rows of the three files in `folder`, of either version: what they say; no layer, no widths and no lines.
// Errors name file and line.
Result<std::vector<ScaleSimLayer>> readScaleSimReports(const std::filesystem::path& folder);

} // namespace edgewright::cost
