// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/prediction_report.h"

#include "app/cli/text.h"
#include "core/base/say.h"

namespace edgewright::cli {

std::string predictedText(const cost::Processor& processor, double seconds) {
    const auto range = processor.rangeOf(seconds);
    return secondsText(seconds) +
           (range ? say(" ({1} to {2})", secondsText(range->low), secondsText(range->high)) : "");
}

Json predictionJson(const cost::Processor& processor) {
    const InEnglish english; // for programs
    const cost::FittedFrom& from = processor.from;
    return {{"machine", processor.title()},
            {"date", from.date.empty() ? Json() : Json(from.date)},
            {"networks", from.networks},
            {"kernels", from.kernels},
            {"under_load", from.underLoad},
            {"low_factor", from.least > 0 ? Json(from.least) : Json()},
            {"high_factor", from.most > 0 ? Json(from.most) : Json()},
            {"text", processor.sourceText()}};
}

} // namespace edgewright::cli
