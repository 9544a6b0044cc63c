// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of a network over several devices: what was planned, and beside it what really ran.
//
// To add one: write views/pipeline/charts/<name>.cpp, all of it in namespace
// edgewright::views::<name>_pipeline, with `extern const PipelineChart entry` and its definition, and add
// <name> to ENTRIES in views/pipeline/pipeline.cmake, at the place of its tab.
#pragma once

#include "core/device/stages/split_run.h"
#include "views/support/chart/chart_pane.h"

#include <memory>
#include <span>

namespace edgewright::views {

struct PipelinePicture {
    std::shared_ptr<const device::SplitRecord> record; // not null
    std::uint64_t first = 0, frames = 8;               // that the timeline shows

    const relay::SplitShown& shown() const { return *record->shown; }
    const partition::Figures& figures() const { return record->shown->choice.figures; }
    const relay::Measured* measured() const { // null: it did not run, or under several plans
        return record->shown->measured.get();
    }
};

struct PipelineChart {
    const char* name;         // of the figure, "pipeline-timeline"
    const char* title;        // of the figure, context "Chart"
    const char* tab;          // of its tab, context "Chart"
    bool showsFrames = false; // another picture for each PipelinePicture::first and frames
    BuiltChart (*build)(const PipelinePicture& input, const Theme& theme) = nullptr;
    FigureTable (*table)(const PipelinePicture& input) = nullptr; // its numbers
    // Its main number, for the caption of the figure.
    QString (*finding)(const PipelinePicture& input) = nullptr;
};
std::span<const PipelineChart* const> pipelineCharts(); // in the order of their tabs

QColor stageInk(const Theme& theme, std::size_t stage);
QString deviceName(const PipelinePicture& input, std::size_t device);
// A dotted line through the plot at a value of the lower axis; its label stands at the top.
void addUprightLine(QChart& chart, QAbstractSeries& series, double value, const Theme& theme);

} // namespace edgewright::views
