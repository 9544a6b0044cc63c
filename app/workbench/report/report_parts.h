// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a report whose stages run for no page until a person asks: a report asks for them by itself, for one
// after the other, and any of them can be left out.
#pragma once

#include "app/workbench/report/report.h"
#include "core/base/result.h"
#include "core/pipeline/study.h"

#include <QString>

#include <span>
#include <string_view>
#include <vector>

namespace edgewright::workbench {

struct ReportPart {
    const char* key;         // of --report-without
    std::string_view slow;   // the stage that takes the time
    std::string_view result; // the last stage that it needs
    void (*ask)(pipeline::ViewState& view);
    const char* page; // id of the page whose section it belongs to, or stands behind
    // A section of its own, when the stages have ended; null: the page shows the result.
    ReportSection (*section)(const pipeline::Analysis& analysis);
};

std::span<const ReportPart> reportParts(); // in the order in which they are computed

// All but those that are named, with commas between. BadInput for another name, with what there is.
Result<std::vector<const ReportPart*>> reportPartsWithout(const QString& names);

// True if `stage` has the result of these settings, has failed, or cannot run.
bool isStageSettled(const pipeline::Analysis& analysis, const pipeline::Settings& settings,
                    std::string_view stage);

} // namespace edgewright::workbench
