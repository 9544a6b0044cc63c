// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of tuning as data.
//
// To add one: write views/measure/tuning/charts/<name>.cpp, all of it in namespace
// edgewright::views::<name>_tuning, with `extern const TuningChartSpec entry` and its definition, and add
// <name> at the end of ENTRIES in views/measure/tuning/tuning.cmake.
#pragma once

#include "views/session/tuning.h"
#include "views/support/chart/chart_pane.h"

#include <QCoreApplication>

#include <span>

namespace edgewright::views {

struct TuningInput {
    std::shared_ptr<const TuningShown> shown; // not null
    std::optional<std::size_t> task = {};     // that is selected, also on paper; nothing: all
    // Seconds that another runtime takes for all calls of each task; 0: not known. None: there is no other.
    std::vector<double> theirs = {};
    QString theirName = {};
    bool isOnPaper = false; // where nothing is told under the pointer

    const tuner::Tried& tried() const { return *shown->tried; }
    double theirsOf(std::size_t place) const { return place < theirs.size() ? theirs[place] : 0; }
    // The selected one, or the only one.
    std::optional<std::size_t> subject() const {
        return task ? task : tried().tasks.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt;
    }
};

struct TuningChartSpec {
    const char* name;  // of the figure, "tuning-trials"; its pane is called "tuning-trialsChart"
    const char* title; // in English, marked for translation in the context "Chart"
    const char* tab;   // shorter, likewise
    // The reason why there is nothing to draw; empty: there is something.
    QString (*emptyText)(const TuningInput& input);
    // Targets that stand for a task have its place in `tasks`, by target; others none.
    BuiltChart (*build)(const TuningInput& input, const Theme& theme,
                        std::vector<std::optional<std::size_t>>& tasks);

    QString titleText() const { return QCoreApplication::translate("Chart", title); }
    QString tabText() const { return QCoreApplication::translate("Chart", tab); }
};

// The page remembers the chosen one by its name.
std::span<const TuningChartSpec* const> tuningCharts();

} // namespace edgewright::views
