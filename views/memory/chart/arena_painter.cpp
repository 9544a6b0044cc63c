// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/arena_painter.h"

#include "views/memory/chart/hatch.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double HeaderHeight = 20;
constexpr double LabelWidth = 44;    // rectangles at least this wide carry their names
constexpr double NarrowestHatch = 8; // pixels: thousands of narrow columns would take longer than all else
constexpr double Headroom = 1.1;     // above the arena, for its own label
constexpr double HeaderGap = 5;      // of the header's height, that its text leaves free below itself

// Columns that are painted, from the highest live byte down, each at least a pixel wide.
template <typename Each>
void usedColumns(const PlanSide& side, const QRectF& inside, const PlaneWindow& window, const Each& each) {
    const double perStep = inside.width() / (window.x1 - window.x0);
    const auto xAt = [&](std::int64_t step) {
        return inside.left() + (static_cast<double>(step) - window.x0) * perStep;
    };
    const auto yAt = [&](std::int64_t bytes) {
        const double share = (static_cast<double>(bytes) - window.y0) / (window.y1 - window.y0);
        return std::clamp(inside.bottom() - share * inside.height(), inside.top(), inside.bottom());
    };
    const auto last = std::min(side.steps(), static_cast<std::int64_t>(std::ceil(window.x1)));
    for (std::int64_t step = std::max<std::int64_t>(0, static_cast<std::int64_t>(window.x0)); step < last;) {
        std::int64_t end = step + 1, top = side.top(step);
        const double left = std::max(inside.left(), xAt(step));
        while (end < last && (side.top(end) == top || xAt(end) < left + 1))
            top = std::max(top, side.top(end++));
        each(QRectF(QPointF(left, yAt(top)), QPointF(std::min(inside.right(), xAt(end)), inside.bottom())));
        step = end;
    }
}

} // namespace

ArenaPainter::ArenaPainter(std::shared_ptr<const PlanSide> side, PlanScale scale, double left)
    : PlanPainter(std::move(side), scale), m_left(left) {}

PlaneWindow ArenaPainter::extent() const {
    const std::int64_t most = std::max({m_side->plan().solution.peak, m_scale.reference, std::int64_t(1)});
    return {0, static_cast<double>(std::max<std::int64_t>(m_side->steps(), 1)), 0,
            std::max(static_cast<double>(most), m_scale.bytes) * Headroom};
}

QRectF ArenaPainter::plot(const QRectF& area) const {
    return area.adjusted(m_left, HeaderHeight, -AxisRight, -AxisBottom);
}

std::optional<QRectF> ArenaPainter::rectOf(const QRectF& inside, const PlaneWindow& window, const Box& box,
                                           std::int64_t lower, std::int64_t upper) const {
    const double perStep = inside.width() / (window.x1 - window.x0);
    const double perByte = inside.height() / (window.y1 - window.y0);
    const double low = inside.bottom() - (static_cast<double>(box.offset) - window.y0) * perByte;
    const double high = low - std::max(static_cast<double>(box.size) * perByte, 1.0);
    const double left = inside.left() + (static_cast<double>(lower) - window.x0) * perStep;
    const double right = std::max(left + 1, inside.left() + (static_cast<double>(upper) - window.x0) * perStep);
    const QRectF rect(QPointF(std::max(left, inside.left()), std::max(high, inside.top())),
                      QPointF(std::min(right, inside.right()), std::min(low, inside.bottom())));
    if (rect.width() <= 0 || rect.height() <= 0) return std::nullopt;
    return rect;
}

std::optional<QRectF> ArenaPainter::lifeRect(const QRectF& area, const PlaneWindow& window, LifeId id) const {
    if (id.index() >= m_side->lives().size()) return std::nullopt;
    const Life& life = m_side->life(id);
    return rectOf(plot(area), window, m_side->box(id), life.lower, life.upper);
}

LifeId ArenaPainter::lifeAt(const QRectF& area, const PlaneWindow& window, QPointF at) const {
    const QRectF inside = plot(area);
    if (!inside.contains(at)) return {};
    const double byte = window.y0 + (inside.bottom() - at.y()) / inside.height() * (window.y1 - window.y0);
    const double step = window.x0 + (at.x() - inside.left()) / inside.width() * (window.x1 - window.x0);
    const auto whole = static_cast<std::int64_t>(std::floor(step));
    const double slack = 2 * (window.y1 - window.y0) / inside.height(); // two pixels, for thin buffers
    BoxId hit, near;
    m_side->boxIndex().visit(whole, whole + 1, [&](std::size_t i) { // what is drawn later lies on top
        const auto low = static_cast<double>(m_side->box(BoxId(i)).offset);
        const double high = low + static_cast<double>(m_side->box(BoxId(i)).size);
        if (byte >= low && byte < high) hit = BoxId(i);
        if (byte >= low - slack && byte < high + slack) near = BoxId(i);
    });
    if (!hit.valid()) hit = near;
    return hit.valid() ? m_side->lifeAt(hit, whole) : LifeId();
}

void ArenaPainter::paint(QPainter& painter, const QRectF& area, const Theme& theme,
                         const PlaneWindow& window) const {
    const pipeline::MemoryPlan& plan = m_side->plan();
    const QString arena = bytesText(plan.solution.peak);
    paintHeader(
        painter, QRectF(area.left(), area.top(), area.width() - AxisRight, HeaderHeight - 4), theme,
        m_side->warm(),
        {tr("%1 · arena %2 · %3 lower bound")
             .arg(m_side->title(), arena,
                  ratioText(static_cast<double>(plan.solution.peak), static_cast<double>(plan.lowerBound))),
         tr("%1 · arena %2").arg(m_side->title(), arena), m_side->title()});
    const QRectF inside = plot(area);
    if (inside.height() < 4 || inside.width() < 4) return;
    paintByteAxis(painter, inside, theme, window.y0, window.y1, tr("Address"), true);
    paintHoles(painter, inside, theme, window);
    paintGaps(painter, inside, theme, window);
    paintBoxes(painter, inside, theme, window, static_cast<std::int64_t>(std::floor(window.x0)),
               static_cast<std::int64_t>(std::ceil(window.x1)));
    paintTakeovers(painter, inside, theme, window);
    paintLevels(painter, area, theme, window);
}

void ArenaPainter::paintBoxes(QPainter& painter, const QRectF& inside, const Theme& theme,
                              const PlaneWindow& window, std::int64_t from, std::int64_t to) const {
    PixelSet drawn;
    painter.setRenderHint(QPainter::Antialiasing, false); // rectangles lie on whole pixels
    m_side->boxIndex().visit(from, to, [&](std::size_t i) {
        const Box& b = m_side->box(BoxId(i));
        const auto rect = rectOf(inside, window, b, b.lower, b.upper);
        if (!rect || ((rect->width() < 3 || rect->height() < 3) && !drawn.insert(*rect))) return;
        paintBuffer(painter, *rect, theme, b.kind);
    });
    painter.setRenderHint(QPainter::Antialiasing);
}

void ArenaPainter::paintNames(LabelPlacer& labels, QPainter& painter, const QRectF& inside, const Theme& theme,
                              const PlaneWindow& window, std::optional<std::int64_t> step) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const auto from = step.value_or(static_cast<std::int64_t>(std::floor(window.x0)));
    const auto to = step ? *step + 1 : static_cast<std::int64_t>(std::ceil(window.x1));
    m_side->boxIndex().visit(from, to, [&](std::size_t i) {
        const Box& b = m_side->box(BoxId(i));
        const auto rect = rectOf(inside, window, b, b.lower, b.upper);
        if (!rect || rect->width() < LabelWidth || rect->height() < metrics.height() + 1) return;
        const LifeId life = m_side->lifeAt(BoxId(i), std::max(b.lower, from)); // the first one in sight
        const QString text = labelWithin(m_side->shortNames(), life.index(), metrics, rect->width() - 10);
        if (text.isEmpty() || text.count(u'…') > 1) return; // of crumbs of a name nothing is read
        QRectF box(0, 0, metrics.horizontalAdvance(text) + 6, metrics.height());
        box.moveCenter(rect->center());
        const double moved = (rect->width() - box.width()) / 2 - 2;
        for (const double by : {0.0, -moved, moved}) { // where no other text stands
            const QRectF at = box.translated(by, 0);
            if (!labels.isFree(at)) continue;
            painter.fillRect(at, bufferFill(theme, b.kind)); // readable over a hatch and over lines
            painter.setPen(theme.text);
            painter.drawText(at, Qt::AlignCenter, text);
            labels.take(at);
            return;
        }
    });
}

void ArenaPainter::paintHoles(QPainter& painter, const QRectF& inside, const Theme& theme,
                              const PlaneWindow& window) const {
    QColor ink = theme.line;
    const QColor ground = theme.raised;
    ink.setAlphaF(theme.dark ? 0.9f : 0.8f);
    painter.setRenderHint(QPainter::Antialiasing, false); // no seams between the columns
    // Everything below the highest live byte is grey, and hatched where there is room for it; the buffers are
    // then drawn over it.
    usedColumns(*m_side, inside, window, [&](const QRectF& below) {
        painter.fillRect(below, ground);
        if (below.width() >= NarrowestHatch) paintHatch(painter, below, QPen(ink, 1), 5, false);
    });
    painter.setRenderHint(QPainter::Antialiasing);
}

void ArenaPainter::paintGaps(QPainter& painter, const QRectF& inside, const Theme& theme,
                             const PlaneWindow& window) const {
    for (std::size_t i = 0; i < m_side->count(); ++i) {
        const memory::Buffer& b = m_side->problem().buffers[i];
        const std::int64_t offset = m_side->plan().solution.offsets[i];
        for (const memory::Gap& gap : b.gaps)
            for (const auto& [begin, end] :
                 {std::pair(std::int64_t(0), gap.begin), std::pair(gap.end, b.size)}) {
                if (begin >= end) continue;
                const auto rect = rectOf(inside, window,
                                         {.buffer = BufferId(i), .offset = offset + begin, .size = end - begin},
                                         gap.lower, gap.upper);
                if (rect && rect->width() >= 3 && rect->height() >= 3) paintGap(painter, *rect, theme, b.kind);
            }
    }
}

// Where a tensor takes over the bytes of another one: a line across the buffer.
void ArenaPainter::paintTakeovers(QPainter& painter, const QRectF& inside, const Theme& theme,
                                  const PlaneWindow& window) const {
    const double perStep = inside.width() / (window.x1 - window.x0);
    if (perStep < 4) return;
    const std::vector<Link>& links = m_side->links();
    for (auto link =
             std::ranges::lower_bound(links, static_cast<std::int64_t>(std::floor(window.x0)), {}, &Link::step);
         link != links.end() && static_cast<double>(link->step) < window.x1; ++link) {
        const auto rect = rectOf(inside, window, m_side->box(link->at), link->step, link->step + 1);
        if (!rect || rect->height() < 6) continue;
        const double x = inside.left() + (static_cast<double>(link->step) + 0.5 - window.x0) * perStep;
        if (x < inside.left() || x > inside.right()) continue;
        painter.setPen(QPen(theme.text, 1.2, linkStyle(link->kind)));
        painter.drawLine(QPointF(x, rect->top() + 2), QPointF(x, rect->bottom() - 2));
    }
}

std::vector<ArenaPainter::Level> ArenaPainter::levels() const {
    const pipeline::MemoryPlan& plan = m_side->plan();
    const QString arena = bytesText(plan.solution.peak);
    const bool tight = plan.solution.peak <= plan.lowerBound;
    std::vector<Level> result{{plan.solution.peak, !tight, false,
                               tight ? tr("arena %1 = lower bound").arg(arena) : tr("arena %1").arg(arena),
                               arena}};
    if (!tight)
        result.push_back({plan.lowerBound, false, false, tr("lower bound %1").arg(bytesText(plan.lowerBound)),
                          bytesText(plan.lowerBound)});
    if (m_scale.reference > 0 && m_scale.reference != plan.solution.peak)
        result.push_back({m_scale.reference, false, true, tr("before: %1").arg(bytesText(m_scale.reference)),
                          bytesText(m_scale.reference)});
    return result;
}

// The step with the most live bytes and the sizes to compare with, as lines.
void ArenaPainter::paintLevels(QPainter& painter, const QRectF& area, const Theme& theme,
                               const PlaneWindow& window) const {
    const QRectF inside = plot(area);
    const double x = xOf(area, window, static_cast<double>(m_side->plan().peakStep) + 0.5);
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    if (x >= inside.left() && x <= inside.right())
        painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
    const std::vector<Level> all = levels();
    for (const Level& level : all) {
        const double y = yOf(inside, window, level.bytes);
        if (y < inside.top() || y > inside.bottom()) continue;
        painter.setPen(level.past       ? QPen(theme.muted, 1, Qt::DotLine)
                       : level.exceeded ? QPen(theme.bad, 1)
                                        : QPen(theme.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(inside.left(), y), QPointF(inside.right(), y));
    }
}

double ArenaPainter::yOf(const QRectF& inside, const PlaneWindow& window, std::int64_t bytes) {
    return inside.bottom() -
           (static_cast<double>(bytes) - window.y0) / (window.y1 - window.y0) * inside.height();
}

void ArenaPainter::paintTexts(QPainter& painter, const QRectF& area, const Theme& theme,
                              const PlaneWindow& window, const ChartMarks& marks) const {
    constexpr double Away = 2; // pixels between a line and what it says
    const QRectF inside = plot(area);
    if (inside.height() < 4 || inside.width() < 4) return;
    LabelPlacer labels(painter, theme, inside.adjusted(0, -HeaderGap, 0, 0));
    const auto upright = [&](double x) { return QRectF(x - 1, inside.top(), 2, inside.height()); };
    const double peak = xOf(area, window, static_cast<double>(m_side->plan().peakStep) + 0.5);
    const bool peakInSight = peak >= inside.left() && peak <= inside.right();
    if (peakInSight) labels.avoid(upright(peak));
    const std::vector<Level> all = levels();
    for (const Level& level : all)
        labels.avoid({inside.left(), yOf(inside, window, level.bytes) - 1, inside.width(), 2});
    if (marks.step) paintCursorText(labels, area, window, *marks.step);
    LabelPlacer onNothing = labels; // what it says stands where nothing is painted, or not at all
    usedColumns(*m_side, inside, window, [&](const QRectF& used) { onNothing.take(used); });
    double highest = inside.bottom();
    for (const Level& level : all) {
        const double y = yOf(inside, window, level.bytes), above = y - Away, below = y + Away;
        if (y < inside.top() || y > inside.bottom()) continue;
        highest = std::min(highest, y);
        labels.take(onNothing.place({level.text, level.brief},
                                    {{{inside.right(), above}, Qt::AlignRight | Qt::AlignBottom},
                                     {{inside.right(), below}, Qt::AlignRight | Qt::AlignTop},
                                     {{inside.left(), above}, Qt::AlignLeft | Qt::AlignBottom},
                                     {{inside.left(), below}, Qt::AlignLeft | Qt::AlignTop},
                                     {{inside.center().x(), below}, Qt::AlignTop}},
                                    level.past ? theme.muted : theme.text));
    }
    if (peakInSight) {
        const QString number = QString::number(m_side->plan().peakStep);
        const double over = highest - Away, top = inside.top() + Away;
        labels.take(onNothing.place({tr("peak step %1").arg(number), number},
                                    {{{peak + Away, over}, Qt::AlignLeft | Qt::AlignBottom},
                                     {{peak - Away, over}, Qt::AlignRight | Qt::AlignBottom},
                                     {{peak + Away, top}, Qt::AlignLeft | Qt::AlignTop},
                                     {{peak - Away, top}, Qt::AlignRight | Qt::AlignTop}}));
    }
    nameSelected(labels, m_side->shortNames(), area, theme, window, marks);
    paintNames(labels, painter, inside, theme, window, marks.step);
    paintSteps(painter, area, theme, window, marks.step);
}

void ArenaPainter::paintCursorText(LabelPlacer& labels, const QRectF& area, const PlaneWindow& window,
                                   std::int64_t step) const {
    const QRectF inside = plot(area);
    const double x = xOf(area, window, static_cast<double>(step) + 0.5);
    if (x < inside.left() || x > inside.right()) return;
    labels.avoid({x - 2, inside.top(), 4, inside.height()});
    const std::int64_t unused = m_side->top(step) - m_side->liveBytes(step);
    const QString brief = tr("%1 alive").arg(bytesText(m_side->liveBytes(step)));
    const QString text =
        unused > 0 ? tr("%1 alive, %2 unused below").arg(bytesText(m_side->liveBytes(step)), bytesText(unused))
                   : brief;
    const double top = inside.top() + 2;
    labels.place({text, brief}, {{{x + 4, top}, Qt::AlignLeft | Qt::AlignTop},
                                 {{x - 4, top}, Qt::AlignRight | Qt::AlignTop},
                                 {{x + 4, inside.center().y()}, Qt::AlignLeft},
                                 {{x - 4, inside.center().y()}, Qt::AlignRight}});
}

void ArenaPainter::paintCursor(QPainter& painter, const QRectF& area, const Theme& theme,
                               const PlaneWindow& window, std::int64_t step) const {
    const QRectF inside = plot(area);
    if (inside.height() < 4 || inside.width() < 4) return;
    QColor veil = theme.surface;
    veil.setAlphaF(0.7f);
    painter.fillRect(inside.adjusted(1, 0, 0, -1), veil);
    paintBoxes(painter, inside, theme, window, step, step + 1);
    paintCursorLine(painter, inside, theme, area, window, step);
}

} // namespace edgewright::views
