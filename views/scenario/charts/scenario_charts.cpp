// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/charts/scenario_charts.h"

#include "core/base/catalogue.h"
#include "scenario_charts.def"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/row_bars.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <array>
#include <numeric>

namespace edgewright::views {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_SCENARIO_CHARTS, scenarioCharts, ScenarioChart, _scenario)

namespace {

struct ScenarioChartText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ScenarioChart)
};

constexpr std::array PartInks{4, 0, 1, 2}; // of Theme::categories
constexpr std::array PartPatterns{Qt::Dense6Pattern, Qt::BDiagPattern, Qt::DiagCrossPattern, Qt::SolidPattern};
constexpr double HalfStack = 0.32, MaxHalfStack = 14; // of a row, at most pixels

QBrush partBrush(const Theme& theme, std::size_t part) {
    const std::size_t at = part % PartInks.size();
    return QBrush(theme.categories[static_cast<std::size_t>(PartInks[at])], PartPatterns[at]);
}

void paintStacks(QPainter& painter, const ChartLayer& layer, const std::vector<StackedRow>& rows,
                 const Theme& theme) {
    painter.setClipRect(layer.plot().adjusted(0, 0, 1, 0));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double y = static_cast<double>(rows.size() - i) - 0.5;
        const double row = std::abs(layer.place({0, y + 1}).y() - layer.place({0, y}).y());
        const double half = std::min(HalfStack * row, MaxHalfStack);
        double from = 0;
        for (std::size_t part = 0; part < rows[i].parts.size(); ++part) {
            const double to = from + rows[i].parts[part];
            const QRectF body(layer.place({from, y}) - QPointF(0, half),
                              layer.place({to, y}) + QPointF(0, half));
            from = to;
            if (body.width() <= 0) continue;
            const QBrush brush = partBrush(theme, part);
            QColor pale = brush.color();
            pale.setAlphaF(0.25f);
            painter.fillRect(body, pale);
            painter.setPen(QPen(brush.color(), 1));
            painter.setBrush(brush);
            painter.drawRect(body);
        }
    }
}

} // namespace

// The last colour is grey.
QColor modelInk(const Theme& theme, std::size_t model) {
    return theme.categories[model % (theme.categories.size() - 1)];
}

QString modelName(const scenario::Simulation& result, std::size_t model) {
    return text(result.models[model].name);
}

QString nameIn(const ScenarioPicture& input, const ShownRun& run, const QString& name) {
    return input.runs.size() > 1 ? name + QStringLiteral(" · ") + run.title : name;
}

Qt::PenStyle lineOf(const ScenarioPicture& input, const ShownRun& run) {
    return &run == &input.runs.front() ? Qt::SolidLine : Qt::DashLine;
}

void addRunLegend(QChart& chart, const ScenarioPicture& input, const Theme& theme) {
    if (input.runs.size() < 2) return;
    for (const ShownRun& run : input.runs) {
        auto* line = new QLineSeries; // without points: its legend shows the pen
        line->setName(chartWords(run.title));
        line->setPen(QPen(theme.muted, 1.8, lineOf(input, run)));
        chart.addSeries(line);
    }
}

QString findingOfRuns(const ScenarioPicture& input, const std::function<QString(const ShownRun&)>& of) {
    QStringList runs;
    for (const ShownRun& run : input.runs)
        runs << (input.runs.size() > 1
                     ? ScenarioChartText::tr("%1: %2", "simulated: camera 3 ms").arg(run.title, of(run))
                     : of(run));
    return runs.join(QStringLiteral("; "));
}

QString findingOfModels(const scenario::Simulation& result,
                        const std::function<QString(const scenario::ModelResult&)>& of) {
    QStringList models;
    for (const scenario::ModelResult& each : result.models)
        if (const QString said = of(each); !said.isEmpty()) models << text(each.name) + u' ' + said;
    return models.join(QStringLiteral(", "));
}

std::vector<std::size_t> coresOf(const ShownRun& run) {
    std::vector<std::size_t> cores;
    for (const scenario::CoreSet& set : scenario::coreSetsOf(*run.scenario, run.machineCores))
        for (const std::int64_t core : set.cores)
            if (std::cmp_less(core, run.result->utilisation.size()))
                cores.push_back(static_cast<std::size_t>(core));
    std::ranges::sort(cores);
    return cores;
}

std::optional<double> deadlineOf(const ShownRun& run, std::size_t model) {
    const auto& deadline = run.scenario->models[model].deadlineMs;
    return deadline ? std::optional(*deadline / 1000) : std::nullopt;
}

void addStackedRows(BuiltChart& built, const std::vector<StackedRow>& rows, const QStringList& parts,
                    const QString& axis, const Theme& theme) {
    QChart& chart = *built.chart;
    double high = 0;
    for (const StackedRow& row : rows)
        high = std::max(high, std::accumulate(row.parts.begin(), row.parts.end(), 0.0));
    if (!(high > 0)) high = 1;
    high *= 1.15; // with room for the sums
    for (qsizetype part = 0; part < parts.size(); ++part)
        addMarks(chart, QScatterSeries::MarkerShapeRectangle, 10,
                 partBrush(theme, static_cast<std::size_t>(part)).color(), theme.surface, parts[part]);
    NamedRows named(chart, rows.size());
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const StackedRow& row = rows[i];
        names.push_back(row.name.toStdString());
        const double y = named.middle(i);
        double from = 0;
        for (std::size_t part = 0; part < row.parts.size(); ++part) {
            const double width = row.parts[part];
            if (width > 0) {
                const QPointF at(from + width / 2, y);
                named.marks()->append(at);
                built.targets.push_back({named.marks(), at, row.tips.value(static_cast<qsizetype>(part)),
                                         QRectF(from, y - HalfStack, width, 2 * HalfStack)});
            }
            from += width;
        }
        ChartLabel label{named.marks(), {from, y}, row.sum, theme.text, Qt::AlignRight};
        label.stays = true;
        notes->add(std::move(label));
    }
    named.finish(names, makeValueAxis(0, high, roundedScale(high / 8), axis), {}, theme);
    new ChartLayer(chart, *named.marks(), 50, [rows, &theme](QPainter& painter, const ChartLayer& layer) {
        paintStacks(painter, layer, rows, theme);
    });
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
}

} // namespace edgewright::views
