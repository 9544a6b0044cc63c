// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/tables/pipeline_tables.h"
#include "views/pipeline/charts/pipeline_charts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/row_bars.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>

#include <algorithm>

namespace edgewright::views::devices_pipeline {

namespace {

struct MoreDevicesText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MoreDevices)
};

std::size_t devicesUsed(const partition::Split& split) {
    std::size_t count = 0;
    for (const partition::Stage& stage : split)
        count += stage.devices.size();
    return count;
}

// The time between frames where it ran with so many devices.
std::optional<double> measuredWith(const PipelinePicture& input, std::size_t devices) {
    if (devices == devicesUsed(input.shown().choice.split))
        if (const relay::Measured* measured = input.measured()) return measured->period();
    return devices == 1 ? input.record->alone : std::nullopt;
}

// The least time between frames with one device, with two, … beside the bound of all.
BuiltChart build(const PipelinePicture& input, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const auto& found = input.shown().choice.byDevices;
    const double bound = input.shown().choice.bound;
    double high = bound;
    for (std::size_t i = 0; i < found.size(); ++i)
        high =
            std::max({high, found[i] ? found[i]->figures.period : 0, measuredWith(input, i + 1).value_or(0)});
    if (!(high > 0)) high = 1e-3;
    const TimeUnit unit = timeUnit(high);
    high *= unit.perSecond;
    NamedRows named(chart, found.size());
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<RowBar> bars;
    std::vector<std::string> names;
    std::optional<double> before;
    bool isRun = false;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const QString name = MoreDevicesText::tr("%n devices", nullptr, static_cast<int>(i + 1));
        names.push_back(name.toStdString());
        RowBar& bar = bars.emplace_back();
        bar.y = named.middle(i);
        bar.ink = theme.before;
        QString brief, label = MoreDevicesText::tr("not enough memory"),
                       tip = name + QStringLiteral(": ") + label;
        if (found[i]) {
            const double period = found[i]->figures.period;
            bar.value = period * unit.perSecond;
            label = before ? MoreDevicesText::tr("%1, %2 as many frames")
                                 .arg(secondsText(period), ratioText(*before / period, 1))
                           : secondsText(period);
            if (before) brief = secondsText(period) + QStringLiteral(", ") + ratioText(*before / period, 1);
            tip = MoreDevicesText::tr("%1: a frame every %2, as planned").arg(name, secondsText(period));
            before = period;
        }
        if (const auto ran = measuredWith(input, i + 1)) {
            isRun = true;
            bar.beside = *ran * unit.perSecond;
            tip += u'\n' + MoreDevicesText::tr("run: a frame every %1").arg(secondsText(*ran));
        }
        const QPointF at(bar.value, bar.y);
        named.marks()->append(at);
        ChartLabel told{named.marks(), {high * 1.05, bar.y}, label, theme.text, Qt::AlignRight};
        told.brief = brief;
        told.stays = true;
        notes->add(std::move(told));
        built.targets.push_back({named.marks(), at, tip, bar.extent()});
    }
    const QString title =
        isRun
            ? MoreDevicesText::tr("Time between frames (%1); dotted: no split over all devices is below, ◇ run")
                  .arg(unit.name)
            : MoreDevicesText::tr("Time between frames (%1); dotted: no split over all devices is below")
                  .arg(unit.name);
    named.finish(names, makeValueAxis(0, high * 1.6, roundedScale(high / 6), title), std::move(bars), theme);
    addUprightLine(chart, *named.marks(), bound * unit.perSecond, theme);
    styleChart(chart, theme);
    return built;
}

FigureTable table(const PipelinePicture& input) {
    return {QStringLiteral("pipeline-devices"), relay::moreDevicesTable(input.record->shown)};
}

QString finding(const PipelinePicture& input) {
    QStringList periods;
    const auto& found = input.shown().choice.byDevices;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i])
            periods << MoreDevicesText::tr("%1 with %n devices", "a time", static_cast<int>(i + 1))
                           .arg(secondsText(found[i]->figures.period));
    return MoreDevicesText::tr("A frame every %1; bound %2")
        .arg(periods.join(QStringLiteral(", ")), secondsText(input.shown().choice.bound));
}

} // namespace

extern const PipelineChart entry{.name = "pipeline-devices",
                                 .title =
                                     QT_TRANSLATE_NOOP("Chart", "Time between frames by the number of devices"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Number of devices"),
                                 .build = build,
                                 .table = table,
                                 .finding = finding};

} // namespace edgewright::views::devices_pipeline
