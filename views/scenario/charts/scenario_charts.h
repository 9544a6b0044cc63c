// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of what became of a scenario, simulated or really run: one result, or two beside each other.
//
// To add one: write views/scenario/charts/<name>.cpp, all of it in namespace
// edgewright::views::<name>_scenario, with `extern const ScenarioChart entry` and its definition, and add
// <name> to ENTRIES in views/scenario/scenario.cmake, at the place of its tab.
#pragma once

#include "core/scenario/answers/load_sweep.h"
#include "views/support/chart/chart_pane.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace edgewright::views {

struct ShownRun {
    QString title; // "simulated"
    std::shared_ptr<const scenario::Scenario> scenario;
    std::shared_ptr<const scenario::Simulation> result; // models in the order of the scenario's
    std::int64_t machineCores = 1;                      // where the scenario does not say how many there are
};

struct ScenarioPicture {
    std::vector<ShownRun> runs;                       // at least one, of equal models
    std::shared_ptr<const scenario::LoadCurve> curve; // null: not there
    QString whyNoCurve;                               // then
    std::size_t model = 0;                            // that is chosen, of charts that show one
    double from = 0, length = 1;                      // seconds that the timeline shows
};

struct ScenarioChart {
    const char* name;        // of the figure, "scenario-timeline"
    const char* title;       // of the figure, context "Chart"
    const char* tab;         // of its tab, context "Chart"
    bool showsModel = false; // another picture for each ScenarioPicture::model
    bool showsTime = false;  // likewise for its stretch of time
    // The reason why there is nothing to draw. Null, or empty: there is something.
    QString (*emptyText)(const ScenarioPicture& input) = nullptr;
    BuiltChart (*build)(const ScenarioPicture& input, const Theme& theme) = nullptr;
    // Its main number, for the caption of the figure. Null: the answer of the page says it.
    QString (*finding)(const ScenarioPicture& input) = nullptr;
};
std::span<const ScenarioChart* const> scenarioCharts(); // in the order of their tabs

QColor modelInk(const Theme& theme, std::size_t model);
QString modelName(const scenario::Simulation& result, std::size_t model);
// `name`, and of which run where there are two.
QString nameIn(const ScenarioPicture& input, const ShownRun& run, const QString& name);
// Runs beside each other have lines of their own.
Qt::PenStyle lineOf(const ScenarioPicture& input, const ShownRun& run);
// The legend names the lines of two runs, and each model once.
void addRunLegend(QChart& chart, const ScenarioPicture& input, const Theme& theme);
// `of` of each run, behind its title where there are two.
QString findingOfRuns(const ScenarioPicture& input, const std::function<QString(const ShownRun&)>& of);
// "camera 3 ms, speech 7 ms": models for which `of` says something.
QString findingOfModels(const scenario::Simulation& result,
                        const std::function<QString(const scenario::ModelResult&)>& of);
std::vector<std::size_t> coresOf(const ShownRun& run);                    // of its core sets, ascending
std::optional<double> deadlineOf(const ShownRun& run, std::size_t model); // seconds

// A row of parts that stand behind each other from 0 on.
struct StackedRow {
    QString name;
    std::vector<double> parts; // in the unit of the axis
    QStringList tips;          // of the parts
    QString sum;               // at the end of the row
};
// `parts`: their names, for the legend.
void addStackedRows(BuiltChart& built, const std::vector<StackedRow>& rows, const QStringList& parts,
                    const QString& axis, const Theme& theme);

} // namespace edgewright::views
