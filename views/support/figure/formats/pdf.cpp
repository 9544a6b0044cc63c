// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and text on one page as large as the figure, for LaTeX and printers.
#include "views/support/figure/figure_format.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>

#include <algorithm>

namespace edgewright::views::pdf_format {

namespace {

constexpr double PointsPerInch = 72;

Result<void> paint(const Figure& figure, QIODevice& to) {
    QPdfWriter writer(&to);
    writer.setResolution(Figure::PixelsPerInch);
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Edgewright"));
    const QSizeF points = figure.size * PointsPerInch / Figure::PixelsPerInch;
    writer.setPageSize(QPageSize(points, QPageSize::Point, figure.title, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    return paintFigure(figure, writer);
}

// The same figure is the same bytes whenever it is written: no date, and no other byte moves.
void removeDate(QByteArray& pdf) {
    const qsizetype begin = pdf.indexOf("/CreationDate (");
    const qsizetype end = begin < 0 ? -1 : pdf.indexOf(')', begin);
    if (end >= 0) std::fill(pdf.begin() + begin, pdf.begin() + end + 1, ' ');
}

Result<void> write(const Figure& figure, QIODevice& file) {
    QBuffer made;
    made.open(QIODevice::WriteOnly);
    if (auto painted = paint(figure, made); !painted) return painted;
    QByteArray pdf = made.data();
    removeDate(pdf);
    if (file.write(pdf) != pdf.size()) return badInput(file.errorString().toStdString());
    return {};
}

} // namespace

extern const FigureFormat entry{.title = "PDF", .suffix = ".pdf", .onByDefault = true, .write = write};

} // namespace edgewright::views::pdf_format
