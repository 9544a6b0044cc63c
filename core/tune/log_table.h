// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of tuners as tables: by trial, and by task with the best trial of each.
#pragma once

#include "core/table/column.h"
#include "core/tune/log.h"

#include <memory>

namespace edgewright::tune {

table::Word wordOf(TrialState state);
table::Table trialTable(std::shared_ptr<const TuneLog> log);
table::Table taskTable(std::shared_ptr<const TuneLog> log);

} // namespace edgewright::tune
