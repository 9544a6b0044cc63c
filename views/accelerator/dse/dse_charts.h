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

// A table of best points with one that is marked: the best of all, as the answer has it (cost::TiedBest), which
// stands for its cell, too.
class MarkedTable {
public:
    MarkedTable(const DseInput& input, const cost::Direction& across, const cost::Direction& down);
    const cost::Direction& across() const { return m_table.across(); }
    const cost::Direction& down() const { return m_table.down(); }
    // The place among the points; nothing: no possible one has these values.
    std::optional<std::size_t> at(std::size_t across, std::size_t down) const;
    double valueAt(std::size_t across, std::size_t down) const; // of that point; +inf: there is none
    // Across, down; nothing: there is no point.
    const std::optional<std::pair<std::size_t, std::size_t>>& marked() const { return m_marked; }
    bool isMarked(std::size_t across, std::size_t down) const {
        return m_marked && *m_marked == std::pair(across, down);
    }
    std::pair<std::size_t, std::size_t> cellOf(std::uint64_t index) const { return m_table.cellOf(index); }

private:
    cost::BestTable m_table;
    std::optional<std::pair<std::size_t, std::size_t>> m_marked;
    std::size_t m_place = 0; // of the best, among the points
    double m_value = 0;
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
