// SPDX-License-Identifier: GPL-3.0-or-later
// Results of an experiment on the model of a report: fusion and reuse, alone and together.
#pragma once

#include "app/workbench/report/report.h"
#include "core/base/result.h"

#include <filesystem>

namespace edgewright::workbench {

// From the results that stand beside `definitionFile`, of `model` as it is now: what was measured of other
// bytes is left out, and the section says so. BadInput where there is no result of this model.
Result<ReportSection> experimentSection(const std::filesystem::path& definitionFile,
                                        const std::filesystem::path& model);

} // namespace edgewright::workbench
