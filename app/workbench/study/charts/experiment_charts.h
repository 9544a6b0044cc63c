// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of an experiment as data.
//
// To add one: write app/workbench/study/charts/<name>.cpp, all of it in namespace
// edgewright::workbench::<name>_experiment, with `extern const ExperimentChartSpec entry` and its definition,
// and add <name> to ENTRIES in app/workbench/CMakeLists.txt.
#pragma once

#include "core/experiment/result_table.h"
#include "views/support/chart/chart_pane.h"

#include <QCoreApplication>

#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace edgewright::workbench {

struct ExperimentChartInput {
    std::shared_ptr<const experiment::ResultRows> rows;
    const experiment::Number* number = nullptr; // that is drawn; not null
    table::Unit unit = table::Unit::Plain;      // of it

    std::optional<double> value(const experiment::ResultRow& row) const {
        return number->of(row.outcome.numbers).number();
    }
    std::optional<std::pair<double, double>> interval(const experiment::ResultRow& row) const;
    bool hasValues() const;
    QString title() const; // "Latency"
    // "tiny, fp32, both": its number, its interval, and what it is beside its baseline.
    QString tip(const experiment::ResultRow& row) const;
};

// Numbers of one chart are shown in one unit: "ms", "KiB", "M cycles".
struct ExperimentScale {
    double size = 1; // of the unit, in that of the number
    QString unit;    // empty: none

    ExperimentScale(double high, table::Unit of); // by the largest of them
    QString title(const QString& what) const;     // of an axis
};

struct ExperimentChartSpec {
    const char* name;  // of the figure, "experiment-bars"; its pane is called "experiment-barsChart"
    const char* title; // in English, marked for translation in the context "Chart"
    const char* tab;   // shorter, likewise
    // The reason why these results have no such picture; empty: they have.
    QString (*emptyText)(const ExperimentChartInput& input) = nullptr;
    views::BuiltChart (*build)(const ExperimentChartInput& input, const views::Theme& theme) = nullptr;

    QString titleText() const { return QCoreApplication::translate("Chart", title); }
    QString tabText() const { return QCoreApplication::translate("Chart", tab); }
};

std::span<const ExperimentChartSpec* const> experimentCharts();

} // namespace edgewright::workbench
