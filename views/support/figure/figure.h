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
#include <vector>

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
    // For a size and paint that take work which has not been done yet: makes a figure that has them, and what
    // is arranged of them, on any thread.
    std::function<Result<Figure>(const RunContext&)> make = {};
    bool hasAnswer = false; // shows the answer of its page, which its caption then carries
    // The origin of its numbers, a line each, in files that have a place for it. Empty: the open model and its
    // settings.
    QString about = {};
    // The first part of the names of its files. Empty: the open model.
    QString subject = {};
    QString finding = {}; // its main number, a sentence of its caption; empty: none
    std::optional<FigureTable> table = {};
    struct Page {
        QSizeF size; // in logical pixels
        std::function<void(QPainter&, const QRectF& area, const Theme&)> paint;
    };
    // For a complete one that isFixed: sets its parts on pages with room for so many logical pixels, the fewest
    // on which nothing is made smaller than `least` of its size, as far as that can be had. At least one.
    std::function<Result<std::vector<Page>>(QSizeF room, double least, const RunContext&)> arrange = {};
    std::vector<Page> pages = {}; // where one does not hold it: all of them. `size` and `paint` are the first's
};

// `figure` itself, or with the picture that it makes: all that is said of it stays.
Result<Figure> completeFigure(const Figure& figure, const RunContext& run = {});

// A complete figure, a figure for each of its pages: <name>-1, "<title> (1 of 3)". Itself where it has one.
std::vector<Figure> pagesOf(const Figure& figure);

// A complete figure at its natural size. Fails where `device` takes no painter.
Result<void> paintFigure(const Figure& figure, QPaintDevice& device);
// The same as pixels, so many an inch as it asks for; less where that would be too many. Null: no memory.
QImage figureImage(const Figure& figure);

} // namespace edgewright::views
