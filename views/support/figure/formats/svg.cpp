// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and text as such, for browsers, editors and the clipboard.
#include "views/support/figure/figure_format.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFont>
#include <QFontInfo>
#include <QRegularExpression>
#include <QSet>
#include <QSvgGenerator>

namespace edgewright::views::svg_format {

namespace {

// The generator writes the names of fonts as they were asked for, "Sans Serif" among them, which is a name of
// Qt's alone: they become those of the fonts that were measured, with CSS's family for whoever has them not.
QByteArray withFontsNamed(const QByteArray& svg) {
    static const QRegularExpression pattern(QStringLiteral("font-family=\"([^\"]*)\""));
    QString text = QString::fromUtf8(svg);
    QSet<QString> asked;
    for (const QRegularExpressionMatch& each : pattern.globalMatch(text))
        asked.insert(each.captured(1));
    for (const QString& family : asked) {
        const QFontInfo info{QFont(family)};
        text.replace(QStringLiteral("font-family=\"%1\"").arg(family),
                     QStringLiteral("font-family=\"%1, %2\"")
                         .arg(info.family().toHtmlEscaped(),
                              info.fixedPitch() ? QStringLiteral("monospace") : QStringLiteral("sans-serif")));
    }
    return text.toUtf8();
}

Result<void> write(const Figure& figure, QIODevice& file) {
    QBuffer made;
    made.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&made);
    generator.setResolution(Figure::PixelsPerInch);
    generator.setSize(figure.size.toSize());
    generator.setViewBox(QRectF(QPointF(), figure.size));
    generator.setTitle(figure.title);
    const QString origin = QCoreApplication::translate("edgewright::views::Figure", "Made with Edgewright");
    generator.setDescription(figure.about.isEmpty() ? origin : figure.about + u'\n' + origin);
    if (auto painted = paintFigure(figure, generator); !painted) return painted;
    const QByteArray text = withFontsNamed(made.data());
    if (file.write(text) != text.size()) return badInput(file.errorString().toStdString());
    return {};
}

} // namespace

extern const FigureFormat entry{.title = "SVG", .suffix = ".svg", .onByDefault = true, .write = write};

} // namespace edgewright::views::svg_format
