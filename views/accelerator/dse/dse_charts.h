// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a design space as data.
//
// To add one: write views/accelerator/dse/charts/<name>.cpp, all of it in namespace
// edgewright::views::<name>_dse, with `extern const DseChartSpec entry` and its definition, and add <name> at
// the end of ENTRIES in views/accelerator/dse/dse.cmake.
#pragma once

#include "core/pipeline/costs/exploration.h"
#include "views/accelerator/dse/painted_chart.h"
#include "views/accelerator/dse/seen_points.h"
#include "views/support/chart/chart_pane.h"

#include <QCoreApplication>

#include <mutex>
#include <span>

namespace edgewright::views {

// The tables of a design space that grows, of the points in `intervals`: only those that are new are gone
// through. From any thread.
class BestTables {
public:
    explicit BestTables(AxisIntervals intervals = {}) : m_intervals(std::move(intervals)) {}
    cost::BestTable tableOf(const std::shared_ptr<const pipeline::Explored>& points,
                            const cost::Direction& across, const cost::Direction& down, cost::Measure measure);

private:
    const AxisIntervals m_intervals;
    std::mutex m_mutex;
    std::shared_ptr<const void> m_owner;
    std::vector<cost::BestTable> m_tables; // the one used last at the end
};

struct DseInput {
    std::shared_ptr<const pipeline::Explored> explored; // with points
    std::shared_ptr<BestTables> tables;
    cost::Measure measure = cost::Measure::Cycles;
    cost::Axis across = cost::Axis::Size, down = cost::Axis::Dataflow;
    cost::Accelerator current; // of the settings
    AxisIntervals intervals;   // those of `tables`
};

struct DseChartSpec {
    const char* name;  // of the figure, "dse"; its pane is called "dseChart"
    const char* title; // in English, marked for translation in the context "Chart"
    bool usesMeasure = true, usesAxes = false;
    // The reason why this space has no such picture; empty: it has.
    QString (*emptyText)(const DseInput& input) = nullptr;
    // One of the two. Qt Charts: `places` gets the point of each target.
    BuiltChart (*build)(const DseInput& input, const Theme& theme, std::vector<std::size_t>& places) = nullptr;
    std::shared_ptr<const SpacePainter> (*paint)(const DseInput& input) = nullptr; // on any thread

    QString titleText() const { return QCoreApplication::translate("Chart", title); }
};

// The page remembers the chosen one by its index.
std::span<const DseChartSpec* const> dseCharts();

} // namespace edgewright::views
