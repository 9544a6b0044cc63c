// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/tables/run_limit.h"
#include "core/table/number_text.h"
#include "views/pipeline/charts/pipeline_charts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/row_bars.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QLegend>

#include <algorithm>

namespace edgewright::views::utilisation_pipeline {

namespace {

struct UtilisationText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::StageUtilisation)
};

QString partText(const PipelinePicture& input, const relay::Load& load) {
    if (load.part == partition::Busy::Host) return UtilisationText::tr("this machine, all processors");
    const QString device = deviceName(input, load.device);
    return load.part == partition::Busy::Compute ? UtilisationText::tr("%1 computes").arg(device)
                                                 : UtilisationText::tr("%1, its link").arg(device);
}

// "a message takes 0.2 ms and 8 ns a byte"
QString linkText(const PipelinePicture& input, std::size_t device) {
    const partition::Link& link = input.shown().choice.problem.devices[device].link;
    return UtilisationText::tr("a message takes %1 and %2 ns a byte")
        .arg(secondsText(link.seconds(1)), text(table::significant(1e9 / link.bytesPerSecond)));
}

// Computing and link of each device, as shares of the time between two frames.
BuiltChart build(const PipelinePicture& input, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const std::vector<relay::Load> loads = relay::loadsOf(input.shown());
    double high = 1;
    for (const relay::Load& each : loads)
        high = std::max({high, each.planned, each.measured.value_or(0)});
    NamedRows named(chart, loads.size());
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<RowBar> bars;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const relay::Load& load = loads[i];
        const QString part = partText(input, load);
        names.push_back(part.toStdString());
        const double value = load.measured.value_or(load.planned);
        RowBar& bar = bars.emplace_back();
        bar.y = named.middle(i);
        bar.value = value * 100;
        const bool isHost = load.part == partition::Busy::Host;
        bar.ink = isHost ? theme.muted : stageInk(theme, load.stage);
        bar.isPale = !load.measured; // as planned alone
        if (load.measured) bar.beside = load.planned * 100;
        const QPointF at(bar.value, bar.y);
        named.marks()->append(at);
        ChartLabel label{named.marks(), {high * 100, bar.y}, percentText(value), theme.text, Qt::AlignRight};
        label.stays = true;
        notes->add(std::move(label));
        QString tip =
            isHost ? UtilisationText::tr("Processors of the host, with devices that compute on them: %1 of "
                                         "the time between two frames, as planned")
                         .arg(percentText(load.planned))
                   : UtilisationText::tr("Stage %1, %2: %3 of the time between two frames, as planned")
                         .arg(QString::number(load.stage + 1), part, percentText(load.planned));
        if (load.part == partition::Busy::Link) tip += u'\n' + linkText(input, load.device);
        if (load.measured) tip += u'\n' + UtilisationText::tr("measured: %1").arg(percentText(*load.measured));
        built.targets.push_back({named.marks(), at, tip, bar.extent()});
    }
    const QString title =
        input.measured()
            ? UtilisationText::tr("Of the time between two frames (%); dark measured, ◇ and pale planned")
            : UtilisationText::tr("Of the time between two frames, as planned (%)");
    named.finish(names, makeValueAxis(0, high * 109, 10 * roundedScale(high), title), std::move(bars), theme);
    styleChart(chart, theme);
    return built;
}

FigureTable table(const PipelinePicture& input) {
    return {QStringLiteral("pipeline-stages"), relay::stageTable(input.record->shown)};
}

QString finding(const PipelinePicture& input) {
    QStringList parts;
    for (const relay::Load& each : relay::loadsOf(input.shown()))
        if (each.part == partition::Busy::Compute)
            parts << UtilisationText::tr("%1 %2", "here computes, 87 %")
                         .arg(partText(input, each), percentText(each.measured.value_or(each.planned)));
    return UtilisationText::tr("Of the time between two frames: %1").arg(parts.join(QStringLiteral(", ")));
}

} // namespace

extern const PipelineChart entry{.name = "pipeline-utilisation",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Utilisation of the devices"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Utilisation"),
                                 .build = build,
                                 .table = table,
                                 .finding = finding};

} // namespace edgewright::views::utilisation_pipeline
