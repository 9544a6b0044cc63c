// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and text on one page as large as the figure, for LaTeX and printers.
#include "views/support/figure/figure_format.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>

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

// Moves the objects that lie after `at` by `bytes` in the table of objects at the end of the file, and that
// table itself.
void moveObjects(QByteArray& pdf, qsizetype at, qsizetype bytes) {
    static constexpr qsizetype EntryBytes = 20; // "0000000163 00000 n \n", PDF 1.4, 3.4.3
    const qsizetype start = pdf.lastIndexOf("startxref\n") + 10, table = pdf.lastIndexOf("xref\n", start - 10);
    qsizetype entry = pdf.indexOf('\n', table + 5) + 1;
    for (; pdf.mid(entry + 10, 1) == " "; entry += EntryBytes)
        if (const qsizetype offset = pdf.mid(entry, 10).toLongLong(); offset > at)
            pdf.replace(entry, 10, QByteArray::number(offset + bytes).rightJustified(10, '0'));
    pdf.replace(start, pdf.indexOf('\n', start) - start, QByteArray::number(table));
}

// UTF-16 in hexadecimal digits, which nothing in it ends, PDF 1.4, 3.8.1.
QByteArray textString(const QString& text) {
    QByteArray bytes("\xFE\xFF");
    for (const QChar each : text)
        bytes += QByteArray(1, static_cast<char>(each.row())) + static_cast<char>(each.cell());
    return '<' + bytes.toHex() + '>';
}

// The same figure is the same bytes whenever and wherever it is written: no date, whose zone changes its
// length, but what it is of.
void replaceDate(QByteArray& pdf, const QString& about) {
    const qsizetype begin = pdf.indexOf("/CreationDate (");
    const qsizetype end = begin < 0 ? -1 : pdf.indexOf(")\n", begin);
    if (end < 0) return;
    const QByteArray subject = about.isEmpty() ? QByteArray() : "/Subject " + textString(about) + '\n';
    pdf.replace(begin, end + 2 - begin, subject);
    moveObjects(pdf, begin, subject.size() - (end + 2 - begin));
}

Result<void> write(const Figure& figure, QIODevice& file) {
    QBuffer made;
    made.open(QIODevice::WriteOnly);
    if (auto painted = paint(figure, made); !painted) return painted;
    QByteArray pdf = made.data();
    replaceDate(pdf, figure.about);
    if (file.write(pdf) != pdf.size()) return badInput(file.errorString().toStdString());
    return {};
}

} // namespace

extern const FigureFormat entry{.title = "PDF", .suffix = ".pdf", .onByDefault = true, .write = write};

} // namespace edgewright::views::pdf_format
