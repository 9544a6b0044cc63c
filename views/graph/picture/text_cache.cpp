// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/text_cache.h"

namespace edgewright::views {

namespace {

constexpr qsizetype MaxTexts = 20000;

} // namespace

const TextCache::Entry& TextCache::entry(const QString& text) {
    const auto found = m_entries.constFind(text);
    if (found != m_entries.constEnd()) return *found;
    if (m_entries.size() >= MaxTexts) m_entries.clear();
    Entry made{QStaticText(text), m_metrics.horizontalAdvance(text)};
    made.text.setTextFormat(Qt::PlainText);
    made.text.setPerformanceHint(QStaticText::AggressiveCaching);
    return *m_entries.insert(text, std::move(made));
}

void TextCache::draw(QPainter& painter, QPointF baseline, const QString& text) {
    if (m_keep)
        painter.drawStaticText(baseline - QPointF(0, m_metrics.ascent()), entry(text).text);
    else
        painter.drawText(baseline, text);
}

void TextCache::drawCentred(QPainter& painter, const QRectF& rect, const QString& text) {
    if (!m_keep) return painter.drawText(rect, Qt::AlignCenter, text);
    const Entry& made = entry(text);
    painter.drawStaticText(
        QPointF(rect.center().x() - made.width / 2, rect.center().y() - m_metrics.height() / 2), made.text);
}

} // namespace edgewright::views
