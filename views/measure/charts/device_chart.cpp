// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/run_charts.h"

#include "views/measure/charts/measure_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/row_bars.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>

#include <algorithm>

namespace edgewright::views {

namespace {

struct DeviceChartText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Devices)
};

} // namespace

BuiltChart buildDevices(const std::vector<DeviceRow>& rows, int chosen, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    double high = 0;
    for (const DeviceRow& row : rows) {
        const measure::Summary summary = row.choice.get().summary();
        high = std::max({high, summary.median, summary.interval ? summary.interval->high : 0, row.predicted});
    }
    if (high <= 0) high = 1e-3;
    const TimeUnit unit = timeUnit(high);
    high *= unit.perSecond * 1.2; // with room for the numbers

    NamedRows named(chart, rows.size());
    QScatterSeries* marks = named.marks();
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<RowBar> bars;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const DeviceRow& row = rows[i];
        const measure::Summary summary = row.choice.get().summary();
        RowBar& bar = bars.emplace_back();
        bar.y = named.middle(i);
        bar.value = summary.median * unit.perSecond;
        if (summary.interval)
            bar.interval = {{summary.interval->low * unit.perSecond, summary.interval->high * unit.perSecond}};
        if (row.predicted > 0) bar.beside = row.predicted * unit.perSecond;
        bar.ink = row.choice.get().variant.fusion ? theme.after : theme.before;
        bar.isPale = row.isOfOthers;
        const QPointF at(bar.value, bar.y);
        marks->append(at);
        notes->add(ChartLabel{marks,
                              {high, bar.y}, // a column at the right edge: no mark is there
                              secondsText(summary.median),
                              theme.text,
                              Qt::AlignLeft,
                              static_cast<int>(i) == chosen,
                              {},
                              true});
        QStringList tip{row.device, distributionTip(row.choice)};
        if (row.predicted > 0)
            tip << DeviceChartText::tr("≈ predicted %1, %2 of what was measured")
                       .arg(secondsText(row.predicted), percentText(row.predicted / summary.median));
        if (row.isOfOthers) tip << DeviceChartText::tr("Measured with other settings than those of now.");
        built.targets.push_back({marks, at, tip.join(u'\n'), bar.extent()});
    }
    std::vector<std::string> names;
    for (const DeviceRow& row : rows)
        names.push_back(
            (row.device + QStringLiteral(" · ") + variantText(row.choice.get().variant)).toStdString());
    QAbstractAxis* x =
        makeValueAxis(0, high, roundedScale(high / 10),
                      DeviceChartText::tr("Time of one run (%1): ▬ measured, ◇ predicted").arg(unit.name));
    named.finish(names, x, std::move(bars), theme);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
