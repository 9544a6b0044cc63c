// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of a record: to be put into a spreadsheet, and as spans.
#pragma once

#include "core/cost/processor/processor.h"
#include "core/device/record/record.h"
#include "core/device/roof/roof.h"
#include "core/trace/trace.h"

#include <string>

namespace edgewright::device {

// Figures that may stand beside operators, each in a column of its own.
struct Beside {
    const Roof* roof = nullptr;                 // roof: the share of it (shareOfRoof), empty where not known
    const cost::Processor* processor = nullptr; // predicted_us, empty but for variants of one core
};
// One line for each operator of each variant: variant, position, name, op, us, share, macs, gmac_per_s, bytes.
std::string operatorsCsv(const Record& record, const Beside& beside = {});

// One track for each variant that has a profile, all from 0 on; times are the medians of the profiled runs.
trace::Trace traceOf(const Record& record);

} // namespace edgewright::device
