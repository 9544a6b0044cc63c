// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/measurement/predicted_text.h"

#include "views/support/quantity.h"

#include <QCoreApplication>

namespace edgewright::views {

namespace {

struct PredictedText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Predicted)
};

} // namespace

QString predictedText(const cost::Processor& processor, double seconds) {
    const auto range = processor.rangeOf(seconds);
    if (!range) return secondsText(seconds);
    return PredictedText::tr("%1 (%2 to %3)", "predicted, range")
        .arg(secondsText(seconds), secondsText(range->low), secondsText(range->high));
}

} // namespace edgewright::views
