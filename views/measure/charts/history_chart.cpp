// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/run_charts.h"

#include "views/measure/charts/measure_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLegend>
#include <QLineSeries>
#include <QScatterSeries>

#include <algorithm>
#include <map>

namespace edgewright::views {

namespace {

struct HistoryText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::History)
};

constexpr std::size_t MaxDates = 8; // that are written below

} // namespace

VariantChoice historyChoice(const std::vector<HistoryRun>& runs, std::size_t target) {
    for (const HistoryRun& run : runs) {
        if (target < run.record->variants.size()) return {run.record, target};
        target -= run.record->variants.size();
    }
    return {};
}

BuiltChart buildHistory(const std::vector<HistoryRun>& runs, int chosen, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    double high = 0;
    for (const HistoryRun& run : runs)
        for (const device::VariantRecord& each : run.record->variants)
            if (const auto summary = each.summary(); summary.count > 0)
                high = std::max({high, summary.median, summary.interval ? summary.interval->high : 0});
    if (high <= 0) high = 1e-3;
    const TimeUnit unit = timeUnit(high);
    high *= unit.perSecond * 1.08;

    auto* dates = new QCategoryAxis;
    dates->setRange(0, static_cast<double>(runs.size()));
    dates->setStartValue(0);
    dates->setLabelsPosition(QCategoryAxis::AxisLabelsPositionCenter);
    const std::size_t step = (runs.size() + MaxDates - 1) / MaxDates;
    for (std::size_t i = 0; i < runs.size(); ++i)
        dates->append((i % std::max<std::size_t>(step, 1) == 0 ? whenText(*runs[i].record) : QString()) +
                          QString(static_cast<qsizetype>(i + 1), QChar(0x200B)), // labels must differ
                      static_cast<double>(i + 1));
    QAbstractAxis* y =
        makeValueAxis(0, high, roundedScale(high / 8), HistoryText::tr("Time of one run (%1)").arg(unit.name));
    struct Kind {
        QLineSeries* line = nullptr;
        QScatterSeries* points = nullptr;
    };
    std::map<QString, Kind> kinds; // by the variant's text
    QScatterSeries* any = nullptr;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const double x = static_cast<double>(i) + 0.5;
        for (std::size_t v = 0; v < runs[i].record->variants.size(); ++v) {
            const device::VariantRecord& each = runs[i].record->variants[v];
            const measure::Summary summary = each.summary();
            const QString name = variantText(each.variant);
            Kind& kind = kinds[name];
            if (!kind.line) {
                const QColor ink = each.variant.fusion ? theme.after : theme.before;
                kind.line = addLine(chart, QPen(ink, 1.5,
                                                each.variant.quantized ? Qt::DotLine
                                                : each.variant.reuse   ? Qt::DashLine
                                                                       : Qt::SolidLine));
                kind.points = addMarks(chart,
                                       each.variant.quantized ? QScatterSeries::MarkerShapeTriangle
                                       : each.variant.reuse   ? QScatterSeries::MarkerShapeRectangle
                                                              : QScatterSeries::MarkerShapeCircle,
                                       8, ink, theme.surface, name);
            }
            any = kind.points;
            const QPointF at(x, summary.median * unit.perSecond);
            kind.line->append(at);
            kind.points->append(at);
            if (summary.interval) {
                addLine(chart, QPen(each.variant.fusion ? theme.after : theme.before, 1),
                        {{x, summary.interval->low * unit.perSecond},
                         {x, summary.interval->high * unit.perSecond}});
            }
            QStringList tip{whenText(*runs[i].record), distributionTip({runs[i].record, v})};
            if (runs[i].isOfOthers) tip << HistoryText::tr("Measured with other settings than those of now.");
            built.targets.push_back({kind.points, at, tip.join(u'\n')});
        }
    }
    addAxes(chart, dates, y);
    if (chosen >= 0 && any) {
        auto* notes = new ChartAnnotations(chart, theme);
        for (const device::VariantRecord& each : runs[static_cast<std::size_t>(chosen)].record->variants)
            notes->add(ChartRing{any,
                                 {static_cast<double>(chosen) + 0.5, each.summary().median * unit.perSecond},
                                 theme.accent,
                                 8});
    }
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
