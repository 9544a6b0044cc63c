// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/tuning/tuning_charts.h"

#include "core/base/catalogue.h"
#include "tuning_charts.def"

namespace edgewright::views {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_TUNING_CHARTS, tuningCharts, TuningChartSpec, _tuning)

} // namespace edgewright::views
