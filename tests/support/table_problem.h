// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in their formats, read as far as it takes to say that they are whole.
#pragma once

#include "core/table/format.h"

#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QXmlStreamReader>

namespace edgewright::test {

// The number of cells in each line of the table, the heads first.
using CellCounts = QList<qsizetype>;

inline CellCounts csvCells(const QString& text) {
    CellCounts counts;
    bool isQuoted = false;
    qsizetype cells = 1;
    for (const QChar c : text) {
        if (c == u'"') isQuoted = !isQuoted;
        if (isQuoted) continue;
        if (c == u',') ++cells;
        if (c != u'\n') continue;
        counts << cells;
        cells = 1;
    }
    return isQuoted ? CellCounts() : counts;
}

// None where a line has no whole fields.
inline CellCounts pgfplotsCells(const QString& text) {
    CellCounts counts;
    for (const QString& line : text.split(u'\n', Qt::SkipEmptyParts)) {
        qsizetype cells = 1;
        bool isBraced = false;
        for (const QChar c : line) {
            if (c == (isBraced ? u'{' : u'}')) return {};
            if (c == u'{' || c == u'}') isBraced = !isBraced;
            if (c == u' ' && !isBraced) ++cells;
            if (QStringLiteral("\\%#$&^~\"\t\r").contains(c)) return {};
        }
        if (isBraced) return {};
        counts << cells;
    }
    return counts;
}

// None where a character stands for itself that means something to TeX. Of a table in parts those of the first.
inline CellCounts latexCells(const QString& all) {
    const QString text = all.section(QStringLiteral("\\end{longtable}"), 0, 0);
    static const QRegularExpression separator(QStringLiteral("(?<!\\\\)&")),
        meaning(QStringLiteral("(?<!\\\\)[#%_]|[^\\x20-\\x7e\\xc0-\\xff]")),
        chinese(QStringLiteral("\\\\cjktext\\{[ -~]*?\\]\\}\\{[\\x{2e80}-\\x{ffff}]+\\}")),
        opening(QStringLiteral("(?<!\\\\)\\{")), closing(QStringLiteral("(?<!\\\\)\\}"));
    const qsizetype firstHead = text.indexOf(QStringLiteral("\\endfirsthead"));
    CellCounts counts;
    for (const QString& line :
         text.mid(firstHead < 0 ? text.indexOf(QStringLiteral("\\toprule")) : firstHead).split(u'\n')) {
        if (!line.endsWith(QStringLiteral(" \\\\"))) continue;
        if (QString(line).remove(chinese).contains(meaning) || line.count(opening) != line.count(closing))
            return {};
        counts << line.count(separator) + 1;
    }
    return counts;
}

inline CellCounts markdownCells(const QString& text) {
    static const QRegularExpression pipe(QStringLiteral("(?<!\\\\)\\|"));
    CellCounts counts;
    for (const QString& line : text.split(u'\n'))
        if (line.startsWith(u'|')) counts << line.count(pipe) - 1;
    if (counts.size() > 1) counts.removeAt(1); // the line below the heads
    return counts;
}

// None where it is not well-formed, or where what stands in it became markup.
inline CellCounts htmlCells(const QString& text) {
    QXmlStreamReader reader(text);
    CellCounts counts;
    int scripts = 0;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) continue;
        if (reader.name() == QStringLiteral("tr")) counts << 0;
        if (reader.name() == QStringLiteral("th") || reader.name() == QStringLiteral("td")) ++counts.back();
        if (reader.name() == QStringLiteral("script")) ++scripts;
        for (const char* request : {"src", "href", "onclick"})
            if (reader.attributes().hasAttribute(QLatin1String(request))) return {};
    }
    return reader.hasError() || scripts != 1 ? CellCounts() : counts;
}

// Empty, or why `written` is no table of that many rows in the format; a format that nothing here reads has to
// write something.
inline QString tableProblem(const table::Format& format, const std::string& written, std::size_t rows) {
    const QString text = QString::fromStdString(written);
    CellCounts counts;
    if (format.name == "csv")
        counts = csvCells(text);
    else if (format.name == "pgfplots")
        counts = pgfplotsCells(text);
    else if (format.name == "latex")
        counts = latexCells(text);
    else if (format.name == "markdown")
        counts = markdownCells(text);
    else if (format.name == "html")
        counts = htmlCells(text);
    else
        return text.isEmpty() ? QStringLiteral("is empty") : QString();
    const bool isEven = !counts.isEmpty() && counts.count(counts.front()) == counts.size();
    if (isEven && counts.size() == static_cast<qsizetype>(rows) + 1) return {};
    return QStringLiteral("%1: %2 lines for %3 rows and their heads:\n%4")
        .arg(QString::fromStdString(std::string(format.name)))
        .arg(counts.size())
        .arg(rows)
        .arg(text.left(2000));
}

} // namespace edgewright::test
