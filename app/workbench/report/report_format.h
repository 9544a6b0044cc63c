// SPDX-License-Identifier: GPL-3.0-or-later
// Reports as files, one format a file.
//
// To add one: write app/workbench/report/formats/<name>.cpp, all of it in namespace
// edgewright::workbench::<name>_report, with `extern const ReportFormat entry;` and its definition, and add
// <name> to ENTRIES in app/workbench/CMakeLists.txt.
#pragma once

#include "app/workbench/report/report.h"

#include <span>

namespace edgewright::workbench {

struct ReportFormat {
    const char* file; // in the folder of the report, beside "figures": "report.html"
    std::string (*write)(const Report& report);
};

std::span<const ReportFormat* const> reportFormats();

} // namespace edgewright::workbench
