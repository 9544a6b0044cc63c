// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of a record: as a table, and as spans.
#pragma once

#include "core/cost/processor/processor.h"
#include "core/device/record/record.h"
#include "core/device/roof/roof.h"
#include "core/table/column.h"
#include "core/trace/trace.h"

#include <memory>

namespace edgewright::device {

// Figures that may stand beside operators, each in a column of its own; they live as long as the table.
struct Beside {
    const Roof* roof = nullptr;                 // roof: the share of it (shareOfRoof)
    const cost::Processor* processor = nullptr; // predicted_us, for variants of one core
};
// One row for each operator of each variant, in execution order.
table::Table profileTable(std::shared_ptr<const Record> record, const Beside& beside = {});

// One track for each variant that has a profile, all from 0 on; times are the medians of the profiled runs.
trace::Trace traceOf(const Record& record);

} // namespace edgewright::device
