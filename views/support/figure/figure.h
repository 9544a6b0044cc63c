// SPDX-License-Identifier: GPL-3.0-or-later
// A figure: something a painter draws at any size, on screen or on paper.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/table/column.h"
#include "views/support/theme.h"

#include <QImage>
#include <QPainter>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <functional>
#include <optional>

namespace edgewright::views {

// The numbers that a figure draws. Figures of the same ones name one table.
struct FigureTable {
    QString name; // file-name stem: "layers"
    table::Table rows;
};

struct Figure {
    static constexpr int PixelsPerInch = 96; // logical ones

    QString name;  // file-name stem: "memory-arena"
    QString title; // for the document's metadata and the export dialogue
    QSizeF size;   // natural size in logical pixels
    // Draws into `area`, clipped to it by construction (QSvgGenerator writes no clipping).
    std::function<void(QPainter&, const QRectF& area, const Theme&)> paint;
    bool onGuiThread = false; // `paint` must be called there (Qt Charts); else on any thread
    bool isFixed = false;     // its parts have places of their own: any other size is the same picture, scaled
    bool isDark = false;      // for slides; else dark on white
    double dotsPerInch = 2 * PixelsPerInch; // of pixels, where they are not too many
    // For a size and paint that take work which has not been done yet: makes a figure that has them, on any
    // thread.
    std::function<Result<Figure>(const RunContext&)> make = {};
    bool hasAnswer = false; // shows the answer of its page, which its caption then carries
    QString about = {};     // the model and the settings that it is of, in files that have a place for them
    std::optional<FigureTable> table = {};
    // For a complete one that isFixed: sets its parts in another way, such that it fits into a room of so many
    // logical pixels, as far as it can be.
    std::function<void(Figure& figure, QSizeF room)> arrange = {};
};

// `figure` itself, or what it makes.
Result<Figure> completeFigure(const Figure& figure, const RunContext& run = {});

// A complete figure at its natural size. Fails where `device` takes no painter.
Result<void> paintFigure(const Figure& figure, QPaintDevice& device);
// The same as pixels, so many an inch as it asks for; less where that would be too many. Null: no memory.
QImage figureImage(const Figure& figure);

} // namespace edgewright::views
