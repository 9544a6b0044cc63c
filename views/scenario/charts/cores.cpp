// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/charts/scenario_charts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/row_bars.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>

namespace edgewright::views::cores_scenario {

namespace {

struct CoresText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Cores)
};

BuiltChart build(const ScenarioPicture& input, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const std::vector<std::size_t> cores = coresOf(input.runs.front());
    NamedRows named(chart, cores.size() * input.runs.size());
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<RowBar> bars;
    std::vector<std::string> names;
    for (const std::size_t core : cores)
        for (const ShownRun& run : input.runs) {
            const auto& shares = run.result->utilisation;
            const double share = core < shares.size() ? shares[core] : 0;
            RowBar& bar = bars.emplace_back();
            bar.y = named.middle(names.size());
            bar.value = share * 100;
            bar.ink = lineOf(input, run) == Qt::SolidLine ? theme.before : theme.after;
            const QString name = nameIn(input, run, CoresText::tr("core %1").arg(core));
            names.push_back(name.toStdString());
            const QPointF at(bar.value, bar.y);
            named.marks()->append(at);
            ChartLabel label{named.marks(), {100, bar.y}, percentText(share), theme.text, Qt::AlignRight};
            label.stays = true;
            notes->add(std::move(label));
            built.targets.push_back({named.marks(), at,
                                     CoresText::tr("%1 computes %2 of the time").arg(name, percentText(share)),
                                     bar.extent()});
        }
    named.finish(names, makeValueAxis(0, 112, 10, CoresText::tr("Computes, of the time that counts (%)")),
                 std::move(bars), theme);
    styleChart(chart, theme);
    return built;
}

QString finding(const ScenarioPicture& input) {
    return CoresText::tr("Of the time that counts, cores compute: %1")
        .arg(findingOfRuns(input, [](const ShownRun& run) {
            QStringList cores;
            for (const std::size_t core : coresOf(run))
                cores << CoresText::tr("core %1: %2", "a share")
                             .arg(QString::number(core), percentText(run.result->utilisation[core]));
            return cores.join(QStringLiteral(", "));
        }));
}

} // namespace

extern const ScenarioChart entry{.name = "scenario-cores",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Utilisation of the cores"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Cores"),
                                 .build = build,
                                 .finding = finding};

} // namespace edgewright::views::cores_scenario
