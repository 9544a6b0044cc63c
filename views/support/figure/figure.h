// SPDX-License-Identifier: GPL-3.0-or-later
// A figure: something a painter draws at any size, on screen or on paper, and its export as SVG, PDF and PNG.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "views/support/theme.h"

#include <QImage>
#include <QPainter>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <functional>

namespace edgewright::views {

struct Figure {
    QString name;  // file-name stem: "memory-arena"
    QString title; // for the document's metadata and the export dialogue
    QSizeF size;   // natural size in logical pixels (96 dpi)
    // Draws into `area`, clipped to it by construction (QSvgGenerator writes no clipping).
    std::function<void(QPainter&, const QRectF& area, const Theme&)> paint;
    bool onGuiThread = false; // `paint` must be called there (Qt Charts); else on any thread
    // For a size and paint that take work which has not been done yet: makes a figure that has them, on any
    // thread.
    std::function<Result<Figure>(const RunContext&)> make = {};
};

// `figure` itself, or what it makes.
Result<Figure> completeFigure(const Figure& figure, const RunContext& run = {});

// The picture of a complete figure, on white, light theme. `scale`: pixels per logical pixel; less where that
// would be too many. Null: no memory.
QImage figureImage(const Figure& figure, double scale = 2);
QByteArray figureSvg(const Figure& figure); // empty: it could not be drawn

// `file`'s extension chooses: .svg, .pdf or .png (at `pngScale` pixels per logical pixel). Light theme, white
// page. Fails with a message naming the file when it cannot be written.
Result<void> exportFigure(const Figure& figure, const QString& file, double pngScale = 2,
                          const RunContext& run = {});

} // namespace edgewright::views
