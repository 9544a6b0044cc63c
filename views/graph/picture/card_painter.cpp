// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/card_painter.h"

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr qsizetype MaxTexts = 20000;

constexpr double CardRadius = 4, StripeWidth = 4, BarInset = 3, Tint = 0.22;

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

double cornerRadius(const SceneBox& box) {
    return box.kind == SceneBox::Kind::Node ? CardRadius : std::min(box.rect.height() / 2, 14.0);
}

bool hasHandle(const SceneBox& box) { return (box.openable || box.nested) && !box.member.valid(); }

QColor CardPainter::faded(const QColor& colour, const Card& card) const {
    return card.look->dimmed ? mixed(colour, m_theme.background, 0.3) : colour;
}

// Far away, corners cannot be seen: whole pixels are drawn faster and look sharper.
void CardPainter::rounded(const QRectF& rect, double radius) {
    if (m_options.zoom >= RoundDetail)
        m_painter.drawRoundedRect(rect, radius, radius);
    else
        m_painter.drawRect(rect);
}

void CardPainter::draw(const std::vector<Card>& cards) {
    m_painter.setRenderHint(QPainter::Antialiasing, m_options.zoom >= RoundDetail);
    for (const Card& card : cards) {
        m_painter.setOpacity(card.opacity);
        if (card.box->kind == SceneBox::Kind::Node)
            body(card);
        else
            terminal(card);
    }
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    for (const Card& card : cards)
        if (card.box->kind == SceneBox::Kind::Node && !m_options.changes.empty()) change(card);
    m_painter.setFont(m_ink.bold.font());
    for (const Card& card : cards) {
        if (card.rect.width() < card.box->card.size.width() * 0.6) continue; // on its way into another one
        m_painter.setOpacity(card.opacity);
        m_painter.setPen(faded(m_theme.text, card));
        m_ink.bold.draw(m_painter, card.rect.topLeft() + card.box->card.titleAt, card.box->card.title);
    }
    m_painter.setFont(m_ink.small.font());
    for (const Card& card : cards) {
        if (card.rect.width() < card.box->card.size.width() * 0.95) continue;
        m_painter.setOpacity(card.opacity);
        smallTexts(card);
    }
    m_painter.setOpacity(1);
}

void CardPainter::terminal(const Card& card) {
    m_painter.setPen(QPen(faded(m_theme.muted, card), 1));
    m_painter.setBrush(m_theme.raised);
    const double radius = cornerRadius(*card.box);
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.drawRoundedRect(card.rect, radius, radius);
    m_painter.setRenderHint(QPainter::Antialiasing, m_options.zoom >= RoundDetail);
}

void CardPainter::body(const Card& card) {
    const bool group = warm(*card.box);
    const QColor line = faded(group ? m_theme.after : m_theme.line, card);
    const bool module = card.box->module.valid() || (card.box->fused && !group), stack = group || module;
    m_painter.setPen(
        QPen(module ? faded(mixed(m_theme.muted, m_theme.line, 0.5), card) : line, stack ? 1.4 : 1));
    m_painter.setBrush(m_theme.surface);
    if (stack) // the edges of the cards underneath
        for (const double step : {StackReach, StackReach / 2})
            rounded(card.rect.translated(step, step), CardRadius);
    const bool number = card.look->letter.isEmpty() && card.look->hasData;
    if (number) m_painter.setBrush(mixed(card.look->colour, m_theme.surface, Tint));
    rounded(card.rect, CardRadius);
    stripe(card);
}

// A category fills it; a number fills a bar beside the edge as far as it is large.
void CardPainter::stripe(const Card& card) {
    const QRectF& r = card.rect;
    if (!card.look->hasData) return;
    if (card.look->letter.isEmpty()) {
        const QRectF track = r.adjusted(BarInset, BarInset + 1, 0, -BarInset - 1);
        m_painter.fillRect(QRectF(track.left(), track.top(), StripeWidth, track.height()), m_theme.raised);
        const double height = track.height() * card.look->level;
        m_painter.fillRect(QRectF(track.left(), track.bottom() - height, StripeWidth, height),
                           card.look->colour);
        return;
    }
    if (m_options.zoom < RoundDetail) {
        m_painter.fillRect(QRectF(r.left(), r.top(), StripeWidth, r.height()), card.look->colour);
        return;
    }
    // It follows the rounded corners without clipping, which SVG export does not know.
    QPainterPath path;
    path.moveTo(r.left() + StripeWidth, r.top());
    path.arcTo(QRectF(r.left(), r.top(), 2 * CardRadius, 2 * CardRadius), 90, 90);
    path.arcTo(QRectF(r.left(), r.bottom() - 2 * CardRadius, 2 * CardRadius, 2 * CardRadius), 180, 90);
    path.closeSubpath();
    m_painter.fillPath(path, card.look->colour);
}

// What is gone is dashed, and hatched where nothing stands for it; the rest is framed; all with their sign in
// the corner.
void CardPainter::change(const Card& card) {
    const auto found = card.box->member.valid() || card.box->module.valid()
                           ? m_options.changes.end()
                           : m_options.changes.find(card.box->node);
    if (found == m_options.changes.end()) return;
    const QColor colour = changeColour(found->second, m_theme);
    const bool gone = found->second == Change::Removed || found->second == Change::Absorbed;
    m_painter.setOpacity(card.opacity);
    QColor fill = colour;
    fill.setAlphaF(0.16f);
    m_painter.setBrush(found->second == Change::Removed ? QBrush(fill, Qt::BDiagPattern) : QBrush(fill));
    m_painter.setPen(QPen(colour, 2, gone ? Qt::DashLine : Qt::SolidLine));
    m_painter.drawRoundedRect(card.rect, CardRadius, CardRadius);
    const QRectF corner(card.rect.left() - 8, card.rect.top() - 8, 16, 16);
    m_painter.setPen(QPen(m_theme.background, 1.5));
    m_painter.setBrush(colour);
    m_painter.drawEllipse(corner);
    m_painter.setPen(m_theme.dark ? QColor(Qt::black) : QColor(Qt::white));
    m_painter.setFont(m_ink.bold.font());
    m_ink.bold.drawCentred(m_painter, corner, changeSign(found->second));
}

void CardPainter::smallTexts(const Card& card) {
    const NodeCard& face = card.box->card;
    const QPointF origin = card.rect.topLeft();
    if (!face.subtitle.isEmpty()) {
        m_painter.setPen(faded(m_theme.muted, card));
        m_ink.small.draw(m_painter, origin + face.subtitleAt, face.subtitle);
    }
    if (card.box->kind != SceneBox::Kind::Node) return;
    if (!card.look->letter.isEmpty()) {
        m_painter.setPen(card.look->colour);
        const double width = m_ink.small.metrics().horizontalAdvance(card.look->letter);
        m_ink.small.draw(
            m_painter,
            QPointF(card.rect.right() - 6 - width, card.rect.top() + 4 + m_ink.small.metrics().ascent()),
            card.look->letter);
    }
    for (const Chip& chip : face.chips) {
        const QRectF rect = chip.rect.translated(origin);
        const bool members = chip.kind == Chip::Kind::Members;
        if (chip.kind == Chip::Kind::Weight) {
            m_painter.setPen(QPen(faded(m_theme.line, card), 1));
            m_painter.setBrush(Qt::NoBrush);
        } else {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(members && m_options.warmGroups ? mixed(m_theme.after, m_theme.surface, 0.16)
                                                               : m_theme.raised);
        }
        m_painter.setRenderHint(QPainter::Antialiasing, m_options.zoom >= RoundDetail);
        rounded(rect, 3);
        m_painter.setPen(faded(m_theme.text, card));
        m_ink.small.drawCentred(m_painter, rect, chip.text);
    }
}

} // namespace edgewright::views
