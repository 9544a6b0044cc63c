// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/distribution_chart.h"

#include "views/measure/charts/measure_text.h"
#include "views/measure/charts/sample_dots.h"
#include "views/measure/charts/time_unit.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLegend>
#include <QScatterSeries>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct DistributionText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Distribution)
};

} // namespace

BuiltChart buildDistribution(const std::vector<VariantChoice>& rows, int chosen, const Theme& theme) {
    BuiltChart built;
    built.chart = std::make_unique<QChart>();
    QChart& chart = *built.chart;
    chart.legend()->hide();

    double low = INFINITY, high = 0;
    std::vector<measure::Summary> summaries;
    for (const VariantChoice& row : rows) {
        const measure::Summary& summary = summaries.emplace_back(row.get().summary());
        low = std::min(low, summary.min);
        high = std::max({high, summary.p95 * 1.02, summary.median * 1.1});
    }
    if (rows.empty() || high <= 0) low = 0, high = 1e-3;
    const TimeUnit unit = timeUnit(high);
    const double room = (high - low) * 0.06;
    low = std::max(0.0, low - room) * unit.perSecond;
    high = (high + room) * unit.perSecond;

    auto* marks = new QScatterSeries; // invisible: what a pointer finds
    marks->setMarkerSize(1);
    marks->setColor(Qt::transparent);
    marks->setBorderColor(Qt::transparent);
    auto* names = new QCategoryAxis;
    names->setRange(0, static_cast<double>(rows.size()));
    names->setStartValue(0);
    names->setLabelsPosition(QCategoryAxis::AxisLabelsPositionCenter);
    std::vector<DotRow> dots;
    for (std::size_t i = rows.size(); i-- > 0;) { // categories from the bottom
        const measure::Summary& summary = summaries[i];
        const double y = static_cast<double>(rows.size() - i) - 0.5;
        DotRow row;
        row.values = rows[i].get().wall();
        for (double& value : row.values)
            value *= unit.perSecond;
        row.y = y;
        row.median = summary.median * unit.perSecond;
        if (summary.interval) {
            row.low = summary.interval->low * unit.perSecond;
            row.high = summary.interval->high * unit.perSecond;
            row.hasInterval = true;
        }
        row.ink = rows[i].get().variant.fusion ? theme.after : theme.before;
        marks->append(row.median, y);
        dots.push_back(std::move(row));
        names->append(variantText(rows[i].get().variant) +
                          (i > 0 && rows[i].record != rows[0].record
                               ? QStringLiteral("\n") + whenText(*rows[i].record)
                               : QString()) +
                          QString(static_cast<qsizetype>(rows.size() - i), QChar(0x200B)), // labels must differ
                      static_cast<double>(rows.size() - i));
    }
    chart.addSeries(marks);
    QAbstractAxis* x = makeValueAxis(low, high, roundedScale((high - low) / 10),
                                     DistributionText::tr("Time of one run (%1)").arg(unit.name));
    chart.addAxis(x, Qt::AlignBottom);
    chart.addAxis(names, Qt::AlignLeft);
    marks->attachAxis(x);
    marks->attachAxis(names);

    auto* notes = new ChartAnnotations(chart, theme);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double y = static_cast<double>(rows.size() - i) - 0.5;
        const QPointF at(summaries[i].median * unit.perSecond, y);
        notes->add(ChartLabel{marks,
                              {at.x(), y + 0.34},
                              secondsText(summaries[i].median),
                              theme.text,
                              Qt::AlignTop,
                              static_cast<int>(i) == chosen});
        built.targets.push_back({marks, at, distributionTip(rows[i])});
    }
    new SampleDots(chart, *marks, std::move(dots), theme);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
