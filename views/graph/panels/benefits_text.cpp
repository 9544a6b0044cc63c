// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/benefits_text.h"

#include "views/support/answer_line.h"
#include "views/support/fusion_edits.h"
#include "views/support/measurement/predicted_text.h"
#include "views/support/measurement/run_choice.h"
#include "views/support/measurement/verdict_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>
#include <cstdlib>

namespace edgewright::views {

namespace {

struct BenefitsText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Benefit)
};
QString arrow(const QString& before, const QString& after) { return before + QStringLiteral(" → ") + after; }

} // namespace

QString coloured(const QColor& colour, const QString& html) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), html);
}

QString stepText(const pipeline::StepBenefit& benefit) {
    QStringList parts;
    if (const QString saved = benefitText({benefit.launches, benefit.trafficBytes}); !saved.isEmpty())
        parts << saved;
    if (benefit.liveBytes != 0)
        parts << BenefitsText::tr("alive at once %1")
                     .arg((benefit.liveBytes > 0 ? QStringLiteral("−") : QStringLiteral("+")) +
                          bytesText(std::abs(benefit.liveBytes)));
    if (std::abs(benefit.seconds) >= 5e-8)
        parts << (benefit.seconds > 0 ? BenefitsText::tr("predicted faster by %1")
                                      : BenefitsText::tr("predicted slower by %1"))
                     .arg(secondsText(std::abs(benefit.seconds)));
    return parts.join(QStringLiteral(" · "));
}

QString unsizedText(const pipeline::Benefits& benefits) {
    return benefits.unsized > 0 ? BenefitsText::tr("%n tensors have no full shape and count as empty.", nullptr,
                                                   static_cast<int>(benefits.unsized))
                                : QString();
}

QString benefitsTable(const pipeline::Benefits& b, const pipeline::MemoryPlan* before,
                      const pipeline::MemoryPlan* after, const std::shared_ptr<const device::Record>& measured,
                      const Theme& theme) {
    const auto row = [&](const QString& name, const QString& value) {
        return QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
            .arg(coloured(theme.muted, name), value);
    };
    const auto share = [&](double was, double is) {
        if (was <= 0 || is == was) return QString();
        QString text = is < was ? u'−' + percentText(1 - is / was) : u'+' + percentText(is / was - 1);
        text.replace(u' ', QChar::Nbsp); // goes to the next line as a whole
        return u' ' + coloured(is < was ? theme.good : theme.warn, text);
    };
    const auto bytes = [&](const QString& name, std::int64_t was, std::int64_t is) {
        return row(name, arrow(bytesText(was), bytesText(is)) +
                             share(static_cast<double>(was), static_cast<double>(is)));
    };
    const auto verdict = [&](const RunChoice& choice) {
        const auto comparison = device::compared(choice.beside.get(), choice.shown.get());
        const QString doubt = doubtText(choice, comparison);
        return coloured(!doubt.isEmpty()                                 ? theme.muted
                        : comparison.verdict == measure::Verdict::Faster ? theme.good
                        : comparison.verdict == measure::Verdict::Slower ? theme.warn
                                                                         : theme.muted,
                        doubt.isEmpty() ? verdictText(comparison)
                                        : doubt + QStringLiteral(": ") + verdictText(comparison));
    };
    QString table = QStringLiteral("<table cellspacing='0'>");
    table += row(BenefitsText::tr("Calls"), arrow(integerText(b.launchesBefore), integerText(b.launchesAfter)));
    if (b.trafficBefore > 0) table += bytes(BenefitsText::tr("Traffic"), b.trafficBefore, b.trafficAfter);
    if (before && after) table += bytes(BenefitsText::tr("Arena"), before->solution.peak, after->solution.peak);
    table += bytes(BenefitsText::tr("Alive, nothing shared"), b.liveBefore, b.liveAfter);
    if (const auto fusion = fusionChoice(measured)) {
        const double was = fusion->beside.get().summary().median, is = fusion->shown.get().summary().median;
        table += row(AnswerLine::mark(Sureness::Measured) + u' ' + BenefitsText::tr("Measured"),
                     BenefitsText::tr("%1 (medians of all runs), %2", "times, 'too noisy to say'")
                         .arg(arrow(secondsText(was), secondsText(is)), verdict(*fusion)));
    }
    if (b.secondsBefore > 0 && b.secondsAfter > 0)
        table += row(AnswerLine::mark(Sureness::Estimated) + u' ' + BenefitsText::tr("Predicted"),
                     (b.untimed.empty()
                          ? arrow(secondsText(b.secondsBefore), predictedText(b.processor, b.secondsAfter)) +
                                QStringLiteral("; ") +
                                predictedChangeText(b.processor, b.secondsBefore, b.secondsAfter)
                          : BenefitsText::tr("at least %1, without %2")
                                .arg(arrow(secondsText(b.secondsBefore), secondsText(b.secondsAfter)),
                                     QString::fromStdString(ops::uncountedText(b.untimed)).toHtmlEscaped())) +
                         BenefitsText::tr(", on %1", "machine")
                             .arg(QString::fromStdString(b.processor.title()).toHtmlEscaped()));
    return table + QStringLiteral("</table>");
}

} // namespace edgewright::views
