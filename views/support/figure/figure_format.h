// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as files, one format a file.
//
// To add one: write views/support/figure/formats/<name>.cpp, all of it in namespace
// edgewright::views::<name>_format, with `extern const FigureFormat entry;` and its definition, and add <name>
// to ENTRIES in views/support/figure/figure.cmake.
#pragma once

#include "views/support/figure/figure.h"

#include <QIODevice>
#include <QStringList>

#include <span>

namespace edgewright::views {

struct FigureFormat {
    const char* title;        // for people: "SVG"
    const char* suffix;       // of files, with its point: ".svg"
    bool onByDefault = false; // where all figures are exported
    // Writes a complete figure, on its `onGuiThread`. Fails with a message that says why, without the file's
    // name.
    Result<void> (*write)(const Figure& figure, QIODevice& file);
    bool isOfDots = false; // so many an inch, as the figure says
};

// The first one is given to a name without a suffix.
std::span<const FigureFormat* const> figureFormats();
QStringList figureSuffixes(); // of all formats, in their order

// A complete figure; empty: it could not be drawn.
QByteArray figureSvg(const Figure& figure);

// All of it or nothing. Fails with a message that names the file.
Result<void> saveBytes(const QString& file, const QByteArray& bytes);

struct WrittenFigure {
    QByteArray bytes;
    QString missing; // characters without a glyph (figure_glyphs.h)
};

// Returns what it wrote. The format is that of `file`'s suffix. Fails with a message that names the file where
// it cannot be written, and all suffixes where it has none of them.
Result<WrittenFigure> exportFigure(const Figure& figure, const QString& file, const RunContext& run = {});

} // namespace edgewright::views
