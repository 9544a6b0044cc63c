// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the picture of a layer on the array, and the whole of them, the same on screen and on paper.
#pragma once

#include "views/accelerator/array/array_scene.h"
#include "views/support/figure/slide.h"
#include "views/support/theme.h"

#include <QPainter>

#include <optional>
#include <utility>

namespace edgewright::views {

// The cells of the array in one cycle, with what enters and leaves at its edges.
// The rectangle of the cells in `area`; larger arrays have cells below a pixel.
QRectF cellsIn(const QRectF& area, const cost::ArrayWalk& walk);
std::optional<std::pair<std::int64_t, std::int64_t>> cellAt(const QRectF& area, const cost::ArrayWalk& walk,
                                                            QPointF at); // row, column
void paintCells(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                const cost::ArrayState& state);
// The legend of the colours, in as many lines as it takes; returns the height. Null painter: only that.
// `shifting`: the words for what shifts in; empty: those of the scene's dataflow.
double paintCellLegend(QPainter* painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                       const QString& shifting = {});
// Lines at 45 degrees within `rect`; nothing leaves it, on paper neither.
void paintLines45(QPainter& painter, const QRectF& rect, const QColor& colour, int distance,
                  bool rising = true);

// All folds as small arrays with the part that holds work; of very many, those around the current one.
void paintFolds(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                std::int64_t current);
std::optional<std::int64_t> foldIn(const QRectF& area, const ArrayScene& scene, std::int64_t current,
                                   QPointF at);

// The contents of the SRAMs over the cycles of the layer: a lane for each, filled as far as it is; what is
// loaded and written back; and where the array waits for DRAM.
// `current`: the step, in the order of the loops.
void paintSrams(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                std::int64_t current);
// Into ArrayScene::steps.
std::optional<std::size_t> sramStepAt(const QRectF& area, const ArrayScene& scene, QPointF at);

// The whole picture of a layer on the array: cells, folds and SRAMs, the same on screen and on paper.
struct ArrayLayout {
    QRectF caption, legend, cells, folds, srams;
};
// `caption`: the height of one of several lines; below zero: there is none.
ArrayLayout arrayLayout(const QRectF& area, const ArrayScene& scene, double caption = 0);
// `isWhole`: the caption takes as many lines as it needs, for paper, where nothing says the rest of it.
void paintArray(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                const cost::ArrayState& state, const ArrayMoment& moment, bool isWhole = false);
Figure arrayFigure(const Scene& scene, const ArrayMoment& moment);
// Goes on by cycles; its headline is the moment, and the picture has all of the room.
Slide arraySlide(const Scene& scene, const ArrayMoment& moment, int cyclesPerSecond);

} // namespace edgewright::views
