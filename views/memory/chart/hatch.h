// SPDX-License-Identifier: GPL-3.0-or-later
// The second carrier beside colour: parallel lines at 45 degrees.
#pragma once

#include <QPainter>
#include <QPen>
#include <QRectF>

namespace edgewright::views {

// True if what is painted becomes pixels at once: not in SVG and PDF, which get shapes.
bool isRaster(const QPainter& painter);

// Lines x + y = n * distance (rising) or x - y = n * distance (falling) within `rect`. On a screen from a tile,
// else computed line by line and not clipped: SVG has no clipping.
void paintHatch(QPainter& painter, const QRectF& rect, const QPen& pen, int distance, bool falling);

} // namespace edgewright::views
