// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and text as such, for browsers, editors and the clipboard.
#include "views/support/figure/figure_format.h"

#include <QCoreApplication>
#include <QSvgGenerator>

namespace edgewright::views::svg_format {

namespace {

Result<void> write(const Figure& figure, QIODevice& file) {
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setResolution(Figure::PixelsPerInch);
    generator.setSize(figure.size.toSize());
    generator.setViewBox(QRectF(QPointF(), figure.size));
    generator.setTitle(figure.title);
    generator.setDescription(QCoreApplication::translate("edgewright::views::Figure", "Made with Edgewright"));
    return paintFigure(figure, generator);
}

} // namespace

extern const FigureFormat entry{.title = "SVG", .suffix = ".svg", .onByDefault = true, .write = write};

} // namespace edgewright::views::svg_format
