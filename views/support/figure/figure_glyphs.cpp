// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure_glyphs.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <QGlyphRun>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QRawFont>
#include <QTextLayout>

#include <algorithm>
#include <map>
#include <set>

namespace edgewright::views {

namespace {

struct GlyphText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::FigureGlyphs)
};

// Draws nothing, and notes each character with the first font that it was wanted in.
class TextCollector final : public QPaintEngine {
public:
    TextCollector() : QPaintEngine(AllFeatures) {}
    std::map<char32_t, QFont> wanted; // beyond ASCII

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState&) override {}
    void drawTextItem(const QPointF&, const QTextItem& item) override {
        for (const uint code : item.text().toUcs4())
            if (code >= 0x80) wanted.emplace(code, item.font());
    }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawRects(const QRectF*, int) override {}
    void drawLines(const QLineF*, int) override {}
    void drawEllipse(const QRectF&) override {}
    void drawPoints(const QPointF*, int) override {}
};

class TextDevice final : public QPaintDevice {
public:
    explicit TextDevice(QSize size) : m_size(size) {}
    QPaintEngine* paintEngine() const override { return &m_engine; }
    const std::map<char32_t, QFont>& wanted() const { return m_engine.wanted; }

protected:
    int metric(PaintDeviceMetric which) const override {
        switch (which) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return Figure::PixelsPerInch;
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        default:
            return QPaintDevice::metric(which);
        }
    }

private:
    QSize m_size;
    mutable TextCollector m_engine;
};

QList<QGlyphRun> glyphsOf(const QFont& font, const QString& text) {
    QTextLayout layout(text, font);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    return layout.glyphRuns();
}

bool hasGlyph(const QFont& font, char32_t code) {
    const QList<QGlyphRun> runs = glyphsOf(font, QString::fromUcs4(&code, 1));
    return std::ranges::none_of(runs, [](const QGlyphRun& run) { return run.glyphIndexes().contains(0); });
}

bool isEastAsian(char32_t code) {
    switch (QChar::script(code)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo:
        return true;
    default:
        return false;
    }
}

} // namespace

QStringList familiesBeside(const QFont& font, const QString& text) {
    const QString own = QFontInfo(font).family();
    QStringList families;
    if (text.isEmpty()) return families;
    for (const QGlyphRun& run : glyphsOf(font, text))
        if (const QString family = run.rawFont().familyName(); family != own && !families.contains(family))
            families << family;
    return families;
}

QString charactersWithoutGlyph(const Figure& figure) {
    TextDevice device(figure.size.toSize());
    if (!paintFigure(figure, device)) return {};
    QString missing;
    for (const auto& [code, font] : device.wanted())
        if (QChar::isPrint(code) && !QChar::isSpace(code) && !QChar::isMark(code) && !hasGlyph(font, code))
            missing += QString::fromUcs4(&code, 1);
    return missing;
}

QString missingGlyphsText(const QString& characters) {
    constexpr qsizetype MaxNamed = 8;
    if (characters.isEmpty()) return {};
    const QList<uint> codes = characters.toUcs4();
    QStringList named;
    for (const char32_t code : std::set<char32_t>(codes.begin(), codes.end()))
        named << QStringLiteral("%1 (U+%2)")
                     .arg(QString::fromUcs4(&code, 1),
                          QString::number(code, 16).toUpper().rightJustified(4, QLatin1Char('0')));
    if (named.size() > MaxNamed) named = named.first(MaxNamed) << QStringLiteral("…");
    return GlyphText::tr("No installed font has glyphs for characters of the figures: %1. Boxes stand in their "
                         "place until there is one, in Debian of the package %2.")
        .arg(named.join(QStringLiteral(", ")), std::ranges::any_of(codes, isEastAsian)
                                                   ? QStringLiteral("fonts-noto-cjk")
                                                   : QStringLiteral("fonts-noto-core"));
}

} // namespace edgewright::views
