// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and text on one page as large as the figure, for LaTeX and printers.
#include "views/support/figure/figure_format.h"

#include <QPageSize>
#include <QPdfWriter>

namespace edgewright::views::pdf_format {

namespace {

constexpr double PointsPerInch = 72;

Result<void> write(const Figure& figure, QIODevice& file) {
    QPdfWriter writer(&file);
    writer.setResolution(Figure::PixelsPerInch);
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Edgewright"));
    const QSizeF points = figure.size * PointsPerInch / Figure::PixelsPerInch;
    writer.setPageSize(QPageSize(points, QPageSize::Point, figure.title, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    return paintFigure(figure, writer);
}

} // namespace

extern const FigureFormat entry{.title = "PDF", .suffix = ".pdf", .onByDefault = true, .write = write};

} // namespace edgewright::views::pdf_format
