// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and text as such, for browsers, editors and the clipboard. Marks tell their names under the pointer,
// without a script.
#include "views/support/figure/figure_format.h"
#include "views/support/figure/figure_glyphs.h"
#include "views/support/figure/mark_titles.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFont>
#include <QFontInfo>
#include <QRegularExpression>
#include <QSet>
#include <QSvgGenerator>

#include <set>
#include <vector>

namespace edgewright::views::svg_format {

namespace {

bool isSerif(const QString& family) {
    return family.contains(QStringLiteral("Serif"), Qt::CaseInsensitive) &&
           !family.contains(QStringLiteral("Sans"), Qt::CaseInsensitive);
}

// The generator writes the names of fonts as they were asked for, "Sans Serif" among them, which is a name of
// Qt's alone: they become those of the fonts that were measured, with those that have what they lack (Chinese),
// and CSS's family for whoever has them not.
QString withFontsNamed(QString text) {
    static const QRegularExpression pattern(QStringLiteral("font-family=\"([^\"]*)\""));
    QSet<QString> asked;
    std::set<char32_t> codes; // beyond those of western languages
    for (const char32_t code : text.toUcs4())
        if (code > 0x24F) codes.insert(code);
    const std::vector<char32_t> once(codes.begin(), codes.end());
    const QString others = QString::fromUcs4(once.data(), static_cast<qsizetype>(once.size()));
    for (const QRegularExpressionMatch& each : pattern.globalMatch(text))
        asked.insert(each.captured(1));
    for (const QString& family : asked) {
        const QFont font(family);
        const QFontInfo info(font);
        QStringList named{info.family()};
        named << familiesBeside(font, others)
              << (isSerif(family)     ? QStringLiteral("serif")
                  : info.fixedPitch() ? QStringLiteral("monospace")
                                      : QStringLiteral("sans-serif"));
        text.replace(
            QStringLiteral("font-family=\"%1\"").arg(family),
            QStringLiteral("font-family=\"%1\"").arg(named.join(QStringLiteral(", ")).toHtmlEscaped()));
    }
    return text;
}

class TitledSvg final : public QSvgGenerator, public MarkTitles {};

// Escaped here: not every generator does it.
QString withDocumentTitle(QString svg, const Figure& figure) {
    const qsizetype end = svg.indexOf(u'>', svg.indexOf(QStringLiteral("<svg"))) + 1;
    const QString origin = QCoreApplication::translate("edgewright::views::Figure", "Made with Edgewright");
    const QString about = figure.about.isEmpty() ? origin : figure.about + u'\n' + origin;
    return svg.insert(end, QStringLiteral("\n<title>") + figure.title.toHtmlEscaped() +
                               QStringLiteral("</title>\n<desc>") + about.toHtmlEscaped() +
                               QStringLiteral("</desc>"));
}

// Invisible places over the picture, which the generator knows nothing of.
QString withTitles(QString svg, const std::vector<MarkTitles::Title>& titles) {
    const qsizetype end = svg.lastIndexOf(QStringLiteral("</svg>"));
    if (titles.empty() || end < 0) return svg;
    QString places = QStringLiteral("<g fill=\"none\" stroke=\"none\" pointer-events=\"all\">\n");
    const auto number = [](double value) { return QString::number(value, 'f', 1); };
    for (const MarkTitles::Title& each : titles)
        places += QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\"><title>")
                      .arg(number(each.place.x()), number(each.place.y()), number(each.place.width()),
                           number(each.place.height())) +
                  each.text.toHtmlEscaped() + QStringLiteral("</title></rect>\n");
    return svg.insert(end, places + QStringLiteral("</g>\n"));
}

// Names may hold what XML has no character for, escaped or not.
QString withoutForbidden(const QString& svg) {
    QString kept;
    kept.reserve(svg.size());
    for (const QChar each : svg)
        if (each.unicode() < 0x20 ? each == u'\n' || each == u'\r' || each == u'\t' : each.unicode() < 0xFFFE)
            kept += each;
    return kept;
}

Result<void> write(const Figure& figure, QIODevice& file) {
    QBuffer made;
    made.open(QIODevice::WriteOnly);
    TitledSvg generator;
    generator.setOutputDevice(&made);
    generator.setResolution(Figure::PixelsPerInch);
    generator.setSize(figure.size.toSize());
    generator.setViewBox(QRectF(QPointF(), figure.size));
    generator.setTitle({});
    generator.setDescription({});
    if (auto painted = paintFigure(figure, generator); !painted) return painted;
    const QString svg = withDocumentTitle(withFontsNamed(QString::fromUtf8(made.data())), figure);
    const QByteArray text = withoutForbidden(withTitles(svg, generator.all())).toUtf8();
    if (file.write(text) != text.size()) return badInput(file.errorString().toStdString());
    return {};
}

} // namespace

extern const FigureFormat entry{.title = "SVG", .suffix = ".svg", .onByDefault = true, .write = write};

} // namespace edgewright::views::svg_format
