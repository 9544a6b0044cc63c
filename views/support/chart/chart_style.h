// SPDX-License-Identifier: GPL-3.0-or-later
// Qt Charts in the colours, type and line widths of the theme; and a chart as a figure.
#pragma once

#include "views/support/figure/figure.h"

#include <QChart>

#include <memory>

namespace edgewright::views {

// The format of ticks. In a number of a language "%g" comes out empty.
inline constexpr auto TickFormat = "%.6g";

// `text` so that a chart shows it letter by letter: titles and names in Qt Charts are HTML.
inline QString chartWords(const QString& text) { return text.toHtmlEscaped(); }

std::unique_ptr<QChart> emptyChart();
// Sets background, axes, grid, legend and fonts; call again when the theme changes.
void styleChart(QChart& chart, const Theme& theme);
// Renders `chart` into `area`; the chart is restyled to `theme` for the time and back to `screen` afterwards.
void paintChart(QChart& chart, QPainter& painter, const QRectF& area, const Theme& theme, const Theme& screen);

} // namespace edgewright::views
