// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that were laid out once are drawn again without that work. For the GUI thread.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QStaticText>

namespace edgewright::views {

class TextCache {
public:
    // On a device without pixels (SVG, PDF) texts stay texts: nothing is cached.
    explicit TextCache(const QFont& font, bool keep = true) : m_font(font), m_metrics(font), m_keep(keep) {}
    const QFont& font() const { return m_font; }
    const QFontMetricsF& metrics() const { return m_metrics; }
    // The painter has font() and its pen already.
    void draw(QPainter& painter, QPointF baseline, const QString& text);
    void drawCentred(QPainter& painter, const QRectF& rect, const QString& text);

private:
    struct Entry {
        QStaticText text;
        double width;
    };
    const Entry& entry(const QString& text);

    QFont m_font;
    QFontMetricsF m_metrics;
    bool m_keep;
    QHash<QString, Entry> m_entries;
};

// The two fonts of a card.
struct CardInk {
    explicit CardInk(const QFont& boldFont, const QFont& smallFont, bool keep = true)
        : bold(boldFont, keep), small(smallFont, keep) {}
    TextCache bold, small;
};

} // namespace edgewright::views
