// SPDX-License-Identifier: GPL-3.0-or-later
// SCALE-Sim's report files, as SCALE-Sim writes them: header and rows end with a comma, fields stand behind ",
// ", start and stop cycles are written as real numbers.
#pragma once

#include "core/cost/scalesim/scalesim.h"

#include <string>
#include <vector>

namespace edgewright::cost {

struct ReportFile {
    const char* name; // "COMPUTE_REPORT.csv"
    std::string text;
};

// COMPUTE_REPORT.csv, BANDWIDTH_REPORT.csv and DETAILED_ACCESS_REPORT.csv, a row for each layer; with sparsity
// SPARSE_REPORT.csv, too.
std::vector<ReportFile> scaleSimReports(const std::vector<ScaleSimLayer>& layers, ScaleSimVersion version);

} // namespace edgewright::cost
