// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/benefits_text.h"

#include "views/graph/fusion_edits.h"
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

QString timeText(double seconds) {
    return seconds >= 1e-3 ? significant(seconds * 1e3) + QStringLiteral(" ms")
                           : significant(seconds * 1e6) + QStringLiteral(" µs");
}

QString stepText(const fusion::Step& step, const pipeline::StepBenefit& benefit) {
    QStringList parts{step.rule.empty() ? BenefitsText::tr("by hand") : QString::fromStdString(step.rule)};
    if (const QString saved = benefitText({benefit.launches, benefit.trafficBytes}); !saved.isEmpty())
        parts << saved;
    if (benefit.peakBytes != 0)
        parts << BenefitsText::tr("peak %1").arg(
            (benefit.peakBytes > 0 ? QStringLiteral("−") : QStringLiteral("+")) +
            bytesText(std::abs(benefit.peakBytes)));
    if (std::abs(benefit.seconds) >= 5e-8)
        parts << BenefitsText::tr("time %1").arg(
            (benefit.seconds > 0 ? QStringLiteral("−") : QStringLiteral("+")) +
            timeText(std::abs(benefit.seconds)));
    return parts.join(QStringLiteral(" · "));
}

QString benefitsTable(const pipeline::Benefits& b, const Theme& theme) {
    const auto row = [&](const QString& name, const QString& value) {
        return QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
            .arg(coloured(theme.muted, name), value);
    };
    const auto share = [&](double before, double after) {
        if (before <= 0 || after == before) return QString();
        const QString text = after < before ? QStringLiteral(" −") + percentText(1 - after / before)
                                            : QStringLiteral(" +") + percentText(after / before - 1);
        return coloured(after < before ? theme.good : theme.warn, text);
    };
    QString table = QStringLiteral("<table cellspacing='0'>");
    table += row(BenefitsText::tr("Calls"),
                 arrow(QString::number(b.launchesBefore), QString::number(b.launchesAfter)));
    if (b.trafficBefore > 0)
        table += row(BenefitsText::tr("Traffic"),
                     arrow(bytesText(b.trafficBefore), bytesText(b.trafficAfter)) +
                         share(static_cast<double>(b.trafficBefore), static_cast<double>(b.trafficAfter)));
    table += row(BenefitsText::tr("Peak"),
                 arrow(bytesText(b.peakBefore), bytesText(b.peakAfter)) +
                     share(static_cast<double>(b.peakBefore), static_cast<double>(b.peakAfter)));
    if (b.secondsBefore > 0 && b.secondsAfter > 0)
        table += row(BenefitsText::tr("Estimated"), arrow(timeText(b.secondsBefore), timeText(b.secondsAfter)) +
                                                        share(b.secondsBefore, b.secondsAfter));
    return table + QStringLiteral("</table>");
}

} // namespace edgewright::views
