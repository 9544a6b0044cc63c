// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/plan_painter.h"

#include "views/memory/chart/life_card.h"
#include "views/support/figure/mark_titles.h"
#include "views/support/short_name.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace edgewright::views {

std::optional<std::size_t> PlanPainter::linkAt(const QRectF&, const PlaneWindow&, QPointF) const {
    return std::nullopt;
}

std::optional<std::pair<std::size_t, std::size_t>> PlanPainter::rowsOf(std::span<const LifeId>) const {
    return std::nullopt;
}

std::optional<std::size_t> PlanPainter::groupAt(const QRectF&, const PlaneWindow&, QPointF) const {
    return std::nullopt;
}

bool PlanPainter::inTimeAxis(const QRectF& area, QPointF at) const {
    const QRectF inside = plot(area);
    return at.y() > inside.bottom() && at.y() <= area.bottom() && at.x() >= inside.left() - 8 &&
           at.x() <= inside.right() + 8;
}

void PlanPainter::paintPlain(QPainter& painter, const QRectF& area, const Theme& theme,
                             const PlaneWindow& window) const {
    paint(painter, area, theme, window);
    paintTexts(painter, area, theme, window, {});
    if (!MarkTitles::of(painter)) return;
    std::vector<std::pair<QRectF, LifeId>> tensors;
    for (const LifeId id : rows())
        if (const auto place = lifeRect(area, window, id)) tensors.emplace_back(*place, id);
    std::ranges::stable_sort(tensors, std::greater{}, [](const auto& each) { // parts lie on their wholes
        return each.first.width() * each.first.height();
    });
    for (const auto& [place, id] : tensors)
        titleMark(painter, place, [this, of = id] { return lifeText(*m_side, of); });
}

Item PlanPainter::hitTest(const QRectF& area, const PlaneWindow& window, QPointF at) const {
    const LifeId life = lifeAt(area, window, at);
    if (!life.valid()) return {};
    if (const ValueId value = m_side->life(life).value; value.valid()) return {{}, value};
    return {m_side->producer(life), {}}; // the working memory of an operator
}

double PlanPainter::xOf(const QRectF& area, const PlaneWindow& window, double step) const {
    const QRectF inside = plot(area);
    return inside.left() + (step - window.x0) / (window.x1 - window.x0) * inside.width();
}

std::int64_t PlanPainter::stepAt(const QRectF& area, const PlaneWindow& window, double x) const {
    const QRectF inside = plot(area);
    const double step =
        window.x0 + (x - inside.left()) / std::max(inside.width(), 1.0) * (window.x1 - window.x0);
    const auto last = static_cast<double>(std::max<std::int64_t>(m_side->steps() - 1, 0));
    return static_cast<std::int64_t>(std::clamp(std::floor(step), 0.0, last));
}

void PlanPainter::paintMarks(QPainter& painter, const QRectF& area, const Theme& theme,
                             const PlaneWindow& window, const ChartMarks& marks) const {
    painter.setBrush(Qt::NoBrush);
    const auto outline = [&](LifeId id, const QColor& color, double width) {
        const auto rect = lifeRect(area, window, id);
        if (!rect) return;
        const double out = width / 2 + 0.5;
        painter.setPen(QPen(theme.surface, width + 3));
        painter.drawRect(rect->adjusted(-out, -out, out, out));
        painter.setPen(QPen(color, width));
        painter.drawRect(rect->adjusted(-out, -out, out, out));
    };
    if (marks.hovered.valid()) outline(marks.hovered, theme.hover, 2);
    constexpr std::size_t MaxStrong = 3; // more would hide each other
    for (const LifeId id : marks.selected)
        outline(id, theme.accent, marks.selected.size() <= MaxStrong ? 3 : 2);
}

void PlanPainter::paintCursorLine(QPainter& painter, const QRectF& through, const Theme& theme,
                                  const QRectF& area, const PlaneWindow& window, std::int64_t step) const {
    const double x = xOf(area, window, static_cast<double>(step) + 0.5);
    const QRectF inside = plot(area);
    if (x < inside.left() || x > inside.right()) return;
    painter.setPen(QPen(theme.surface, 4));
    painter.drawLine(QPointF(x, through.top()), QPointF(x, through.bottom()));
    painter.setPen(QPen(theme.accent, 2));
    painter.drawLine(QPointF(x, through.top()), QPointF(x, inside.bottom() + 3));
}

void PlanPainter::paintSteps(QPainter& painter, const QRectF& area, const Theme& theme,
                             const PlaneWindow& window, std::optional<std::int64_t> step) const {
    const QRectF inside = plot(area);
    const double x = step ? xOf(area, window, static_cast<double>(*step) + 0.5) : inside.left() - 1;
    if (x < inside.left() || x > inside.right()) return paintStepAxis(painter, inside, theme, window);
    const QFont small = font(TextSize::Small, true);
    const QFontMetricsF metrics(small);
    const QString number = QString::number(*step);
    QRectF handle(0, 0, std::max(metrics.horizontalAdvance(number) + 10, 20.0), metrics.height() + 1);
    handle.moveCenter({x, inside.bottom() + 3 + handle.height() / 2});
    handle.moveRight(std::min(handle.right(), inside.right() + AxisRight));
    paintStepAxis(painter, inside, theme, window, handle);
    painter.setFont(small);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawRoundedRect(handle, 4, 4);
    painter.setPen(theme.surface);
    painter.drawText(handle, Qt::AlignCenter, number);
    painter.setBrush(Qt::NoBrush);
}

void PlanPainter::nameSelected(LabelPlacer& labels, const ShortLabels& names, const QRectF& area,
                               const Theme& theme, const PlaneWindow& window, const ChartMarks& marks) const {
    constexpr double Widest = 160, Away = 4; // pixels
    const QFontMetricsF metrics(font(TextSize::Small));
    if (marks.selected.empty()) return;
    const auto rect = lifeRect(area, window, marks.selected.front());
    if (!rect) return;
    const QString name = labelWithin(names, marks.selected.front().index(), metrics, Widest);
    if (name.isEmpty()) return;
    labels.avoid(*rect);
    const double left = rect->left() - Away, right = rect->right() + Away;
    labels.place({name},
                 {{{right, rect->center().y()}, Qt::AlignLeft},
                  {{left, rect->center().y()}, Qt::AlignRight},
                  {{rect->center().x(), rect->top() - Away}, Qt::AlignBottom},
                  {{rect->center().x(), rect->bottom() + Away}, Qt::AlignTop}},
                 theme.accent);
}

void paintHeader(QPainter& painter, const QRectF& rect, const Theme& theme, bool after,
                 std::initializer_list<QString> texts) {
    const QFont small = font(TextSize::Small, true);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const QColor color = after ? theme.after : theme.before;
    painter.fillRect(QRectF(rect.left(), rect.center().y() - 4, 8, 8), color);
    painter.setPen(theme.text);
    const QRectF line = rect.adjusted(HeaderText, 0, 0, 0);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fitting(texts, metrics, line.width()));
}

bool PixelSet::insert(const QRectF& rect) {
    const auto bits = [](double v) {
        return static_cast<std::uint64_t>(std::clamp(std::lround(v), 0L, 65535L));
    };
    const std::uint64_t key =
        bits(rect.left()) | bits(rect.top()) << 16 | bits(rect.width()) << 32 | bits(rect.height()) << 48;
    // A lossy cache: a collision only means that a rectangle is drawn twice.
    std::uint64_t& slot = m_slots[(key * 0x9e3779b97f4a7c15ull) >> 50];
    if (slot == key) return false;
    slot = key;
    return true;
}

} // namespace edgewright::views
