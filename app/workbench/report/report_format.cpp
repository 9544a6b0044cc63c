// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/report/report_format.h"

#include "core/base/catalogue.h"
#include "report_formats.def"

namespace edgewright::workbench {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_REPORT_FORMATS, reportFormats, ReportFormat, _report)

} // namespace edgewright::workbench
