// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and text as such, for browsers, editors and the clipboard. Marks tell their names under the pointer,
// without a script.
#include "views/support/figure/figure_format.h"
#include "views/support/figure/figure_glyphs.h"
#include "views/support/figure/figure_style.h"
#include "views/support/figure/mark_titles.h"

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
// Qt's alone: they become those of the fonts that were measured, with those that have what they lack (Chinese),
// and CSS's family for whoever has them not.
QByteArray withFontsNamed(const QByteArray& svg) {
    const QString serif = figureFamily(FigureFont::Serif);
    static const QRegularExpression pattern(QStringLiteral("font-family=\"([^\"]*)\""));
    QString text = QString::fromUtf8(svg);
    QSet<QString> asked;
    QString others; // beyond those of western languages
    for (const char32_t code : text.toUcs4())
        if (const QString each = QString::fromUcs4(&code, 1); code > 0x24F && !others.contains(each))
            others += each;
    for (const QRegularExpressionMatch& each : pattern.globalMatch(text))
        asked.insert(each.captured(1));
    for (const QString& family : asked) {
        const QFont font(family);
        const QFontInfo info(font);
        QStringList named{info.family()};
        named << familiesBeside(font, others)
              << (family == serif     ? QStringLiteral("serif")
                  : info.fixedPitch() ? QStringLiteral("monospace")
                                      : QStringLiteral("sans-serif"));
        text.replace(
            QStringLiteral("font-family=\"%1\"").arg(family),
            QStringLiteral("font-family=\"%1\"").arg(named.join(QStringLiteral(", ")).toHtmlEscaped()));
    }
    return text.toUtf8();
}

class TitledSvg final : public QSvgGenerator, public MarkTitles {};

// As a browser reads it; names may hold what XML does not.
QString escapedTitle(const QString& title) {
    QString kept;
    for (const QChar each : title)
        if (each.unicode() >= 0x20 || each == u'\n') kept += each;
    return kept.toHtmlEscaped();
}

// Invisible places over the picture, which the generator knows nothing of.
QByteArray withTitles(QByteArray svg, const std::vector<MarkTitles::Title>& titles) {
    const qsizetype end = svg.lastIndexOf("</svg>");
    if (titles.empty() || end < 0) return svg;
    QString places = QStringLiteral("<g fill=\"none\" stroke=\"none\" pointer-events=\"all\">\n");
    const auto number = [](double value) { return QString::number(value, 'f', 1); };
    for (const MarkTitles::Title& each : titles)
        places += QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\"><title>")
                      .arg(number(each.place.x()), number(each.place.y()), number(each.place.width()),
                           number(each.place.height())) +
                  escapedTitle(each.text) + QStringLiteral("</title></rect>\n");
    return svg.insert(end, (places + QStringLiteral("</g>\n")).toUtf8());
}

Result<void> write(const Figure& figure, QIODevice& file) {
    QBuffer made;
    made.open(QIODevice::WriteOnly);
    TitledSvg generator;
    generator.setOutputDevice(&made);
    generator.setResolution(Figure::PixelsPerInch);
    generator.setSize(figure.size.toSize());
    generator.setViewBox(QRectF(QPointF(), figure.size));
    generator.setTitle(figure.title);
    const QString origin = QCoreApplication::translate("edgewright::views::Figure", "Made with Edgewright");
    generator.setDescription(figure.about.isEmpty() ? origin : figure.about + u'\n' + origin);
    if (auto painted = paintFigure(figure, generator); !painted) return painted;
    const QByteArray text = withTitles(withFontsNamed(made.data()), generator.all());
    if (file.write(text) != text.size()) return badInput(file.errorString().toStdString());
    return {};
}

} // namespace

extern const FigureFormat entry{.title = "SVG", .suffix = ".svg", .onByDefault = true, .write = write};

} // namespace edgewright::views::svg_format
