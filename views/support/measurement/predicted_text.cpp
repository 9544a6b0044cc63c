// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/measurement/predicted_text.h"

#include "views/support/answer_line.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <cmath>

namespace edgewright::views {

namespace {

struct PredictedText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Predicted)
};

} // namespace

QString predictedText(const cost::Processor& processor, double seconds) {
    const auto range = processor.rangeOf(seconds);
    const QString text = range
                             ? PredictedText::tr("%1 (%2 to %3)", "predicted, range")
                                   .arg(secondsText(seconds), secondsText(range->low), secondsText(range->high))
                             : secondsText(seconds);
    return processor.from.underLoad > 0 ? PredictedText::tr("%1, from a probe under load").arg(text) : text;
}

QString predictedChangeText(const cost::Processor& processor, double before, double after) {
    const cost::PredictedChange change = processor.changeOf(before, after);
    if (change.share == 0) return PredictedText::tr("about the same time");
    if (!change.isCounted)
        return change.share < 0 ? PredictedText::tr("less time") : PredictedText::tr("more time");
    const QString share = AnswerLine::mark(Sureness::Estimated) + u' ' +
                          fixedText(std::abs(change.share) * 100, 0) + QStringLiteral(" %");
    return (change.share < 0 ? PredictedText::tr("%1 less time") : PredictedText::tr("%1 more time"))
        .arg(share);
}

} // namespace edgewright::views
