// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_parts.h"

#include "views/support/short_name.h"

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr int WidthStep = 8;          // pixels: names are cut to multiples of that
constexpr double LabelMargin = 4;     // pixels at either side
constexpr qsizetype MaxKept = 20'000; // names

} // namespace

void TimelineLabels::begin(int most) {
    const QFont font = views::font(TextSize::Small);
    if (font != m_font || m_kept.size() > MaxKept) m_kept.clear();
    m_font = font;
    m_room = most;
    m_left = false;
}

// `shownIn`: what is drawn, by the metrics of its font.
template <typename Shown>
const TimelineLabels::Kept* TimelineLabels::find(quint64 key, int width, const Shown& shownIn) {
    const quint64 full = key * 1024 + static_cast<quint64>(std::min(width / WidthStep, 1023));
    auto kept = m_kept.find(full);
    if (kept == m_kept.end()) {
        if (m_room <= 0) {
            m_left = true;
            return nullptr;
        }
        --m_room;
        const QFontMetricsF metrics(m_font);
        Kept made;
        const QString shown = shownIn(metrics);
        made.size = {metrics.horizontalAdvance(shown), metrics.height()};
        made.text.setTextFormat(Qt::PlainText);
        made.text.setText(shown);
        made.text.prepare({}, m_font);
        kept = m_kept.insert(full, made);
    }
    return &*kept;
}

void TimelineLabels::draw(QPainter& painter, const Kept& kept, QPointF at, const QColor& ink) const {
    painter.setFont(m_font);
    painter.setPen(ink);
    painter.drawStaticText(at, kept.text);
}

void TimelineLabels::paint(QPainter& painter, const QRectF& box, const ShortLabels& names, std::size_t index,
                           const QColor& ink) {
    const int width = static_cast<int>((box.width() - 2 * LabelMargin) / WidthStep) * WidthStep;
    if (width <= 0) return;
    const Kept* kept = find(
        index, width, [&](const QFontMetricsF& metrics) { return labelWithin(names, index, metrics, width); });
    if (!kept || kept->text.text().isEmpty() || kept->size.height() > box.height() + 2) return;
    draw(painter, *kept,
         {std::round(box.left() + LabelMargin), std::round(box.center().y() - kept->size.height() / 2)}, ink);
}

void TimelineLabels::paintLetter(QPainter& painter, const QRectF& box, char letter, const QColor& ink) {
    constexpr quint64 Letters = ~quint64(0) / 2048; // no name has that key
    const Kept* kept = find(Letters + static_cast<unsigned char>(letter), 0,
                            [&](const QFontMetricsF&) { return QString(QLatin1Char(letter)); });
    if (!kept || kept->size.height() > box.height() + 2 || kept->size.width() > box.width()) return;
    draw(painter, *kept,
         {std::round(box.center().x() - kept->size.width() / 2),
          std::round(box.center().y() - kept->size.height() / 2)},
         ink);
}

} // namespace edgewright::views
