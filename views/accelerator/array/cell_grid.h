// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the array in one cycle, with what enters and leaves at its edges.
#pragma once

#include "views/accelerator/array/array_scene.h"
#include "views/support/theme.h"

#include <QPainter>

#include <optional>
#include <utility>

namespace edgewright::views {

// The rectangle of the cells in `area`; larger arrays have cells below a pixel.
QRectF cellsIn(const QRectF& area, const cost::ArrayWalk& walk);
std::optional<std::pair<std::int64_t, std::int64_t>> cellAt(const QRectF& area, const cost::ArrayWalk& walk,
                                                            QPointF at); // row, column
void paintCells(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                const cost::ArrayState& state);
// The legend of the colours, in as many lines as it takes; returns the height. Null painter: only that.
double paintCellLegend(QPainter* painter, const QRectF& area, const Theme& theme, const ArrayScene& scene);
// Lines at 45 degrees within `rect`; nothing leaves it, on paper neither.
void paintLines45(QPainter& painter, const QRectF& rect, const QColor& colour, int distance,
                  bool rising = true);

} // namespace edgewright::views
