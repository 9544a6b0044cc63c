// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/array_parts.h"

#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct SramStripText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::SramStrip)
};

constexpr std::size_t Lanes = 3;
constexpr double MarkWidth = 5; // of a load or a write; closer ones become a line

struct StripLayout {
    QRectF heading, plot, time; // plot: the lanes; time: computing and waiting
    double lane = 0;            // height, with the gap below it
    int headingLines = 1;

    QRectF laneAt(std::size_t index) const {
        return {plot.left(), plot.top() + static_cast<double>(index) * lane, plot.width(), lane - 4};
    }
};

std::array<QString, Lanes> laneNames() {
    return {SramStripText::tr("Inputs"), SramStripText::tr("Weights"), SramStripText::tr("Outputs")};
}

std::array<const cost::SramUse*, Lanes> usesOf(const cost::SramState& step) {
    return {&step.inputs, &step.weights, &step.outputs};
}

// Name and the fullest that it ever is; then its capacity.
std::array<QString, 2> laneTexts(const ArrayScene& scene, std::size_t lane) {
    const double capacity = usesOf(scene.steps.front())[lane]->capacity;
    return {SramStripText::tr("%1 ≤ %2").arg(laneNames()[lane], percentText(scene.most[lane] / capacity)),
            SramStripText::tr("of %1").arg(bytesText(std::llround(capacity)))};
}

// As much of it as `width` holds.
QString headingText(const ArrayScene& scene, double width) {
    const QFontMetricsF metrics(font(TextSize::Small));
    const std::int64_t steps = scene.walk.nest().count();
    QString heading = steps == 1 ? SramStripText::tr("SRAMs, one tile")
                                 : SramStripText::tr("SRAMs over %1 tiles").arg(integerText(steps));
    for (const QString& more :
         {SramStripText::tr("▼ loaded, ▲ written back"), SramStripText::tr("pale: other half"),
          SramStripText::tr("hatched: waits for DRAM")}) {
        const QString longer = SramStripText::tr("%1 · %2").arg(heading, more);
        if (metrics.horizontalAdvance(longer) <= width) heading = longer;
    }
    return heading;
}

StripLayout layoutOf(const QRectF& area, const ArrayScene& scene) {
    const QFontMetricsF metrics(font(TextSize::Small));
    StripLayout layout;
    const bool isCut = headingText(scene, 1e9) != headingText(scene, area.width());
    if (isCut && area.height() >= 110) layout.headingLines = 2;
    layout.heading = QRectF(area.left(), area.top(), area.width(), metrics.height() * layout.headingLines + 2);
    double names = 0;
    for (std::size_t lane = 0; lane < Lanes; ++lane)
        for (const QString& text : laneTexts(scene, lane))
            names = std::max(names, metrics.horizontalAdvance(text));
    names = std::max(names, metrics.horizontalAdvance(SramStripText::tr("Array")));
    layout.time = QRectF(area.left() + names + 8, area.bottom() - 11, area.width() - names - 9, 10);
    layout.plot = QRectF(layout.time.left(), layout.heading.bottom() + 2, layout.time.width(),
                         layout.time.top() - layout.heading.bottom() - 4);
    layout.lane = layout.plot.height() / static_cast<double>(Lanes);
    return layout;
}

double startOf(const ArrayScene& scene, std::size_t step) { return step == 0 ? 0 : scene.until[step - 1]; }
double perCycle(const StripLayout& layout, const ArrayScene& scene) {
    return layout.plot.width() / std::max(1e-9, scene.until.back());
}

// Into the lane from above: loaded. Upwards at its foot: written back.
void paintMark(QPainter& painter, const QRectF& lane, double x, bool isLoad, const QColor& colour) {
    const double y = isLoad ? lane.top() : lane.bottom();
    const double tip = isLoad ? lane.top() + MarkWidth : lane.bottom() - MarkWidth;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{{x, y}, {x + MarkWidth, y}, {x + MarkWidth / 2, tip}});
    painter.setBrush(Qt::NoBrush);
}

// In columns of a pixel: of several steps in one the fullest.
void paintLane(QPainter& painter, const StripLayout& layout, std::size_t index, const Theme& theme,
               const ArrayScene& scene) {
    const QRectF lane = layout.laneAt(index);
    const double scale = perCycle(layout, scene);
    const QColor fill = theme.category(index == 0   ? ops::Category::ElementWise
                                       : index == 1 ? ops::Category::Pooling
                                                    : ops::Category::DataMovement);
    QColor other = fill;
    other.setAlpha(110);
    painter.fillRect(lane, theme.raised);
    const double marksTo = layout.plot.right();
    double used = 0, held = 0, from = lane.left(), lastLoad = -1e9, lastStore = -1e9;
    for (std::size_t i = 0; i < scene.steps.size(); ++i) {
        const cost::SramUse& use = *usesOf(scene.steps[i])[index];
        const double start = lane.left() + startOf(scene, i) * scale,
                     end = lane.left() + scene.until[i] * scale;
        used = std::max(used, use.used);
        held = std::max(held, use.resident());
        if (end - from >= 1 || i + 1 == scene.steps.size()) {
            const auto up = [&](double bytes) { // something is seen of everything
                return bytes > 0 ? std::max(2.0, lane.height() * std::min(1.0, bytes / use.capacity)) : 0;
            };
            painter.fillRect(QRectF(from, lane.bottom() - up(held), end - from, up(held) - up(used)), other);
            painter.fillRect(QRectF(from, lane.bottom() - up(used), end - from, up(used)), fill);
            if (end - start >= 6) { // one step, set apart from the next
                painter.setPen(QPen(theme.surface, 1));
                painter.drawLine(QPointF(end, lane.top()), QPointF(end, lane.bottom()));
            }
            from = end;
            used = held = 0;
        }
        if (use.loaded > 0 && start >= lastLoad + MarkWidth + 1 && start + MarkWidth <= marksTo) {
            paintMark(painter, lane, start, true, theme.text);
            lastLoad = start;
        }
        if (use.stored > 0 && end - MarkWidth >= lastStore + MarkWidth + 1) {
            paintMark(painter, lane, end - MarkWidth, false, theme.bad);
            lastStore = end - MarkWidth;
        }
    }
    painter.setPen(QPen(theme.line, 1));
    painter.drawRect(lane);
}

void paintTime(QPainter& painter, const StripLayout& layout, const Theme& theme, const ArrayScene& scene) {
    const double scale = perCycle(layout, scene);
    painter.fillRect(layout.time, theme.category(ops::Category::Compute));
    double from = 0, waited = 0; // steps that share a pixel share its height
    for (std::size_t i = 0; i < scene.steps.size(); ++i) {
        waited += std::max(0.0, scene.steps[i].dramCycles - scene.steps[i].arrayCycles);
        if ((scene.until[i] - from) * scale < 1 && i + 1 < scene.steps.size()) continue;
        const double wide = waited * scale;
        if (wide > 0.05) {
            const QRectF wait(layout.time.left() + scene.until[i] * scale - wide, layout.time.top(), wide,
                              layout.time.height());
            painter.fillRect(wait, theme.category(ops::Category::Activation));
            if (wide >= 4) paintLines45(painter, wait, theme.surface, 4);
        }
        from = scene.until[i];
        waited = 0;
    }
}

} // namespace

void paintSrams(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                std::int64_t current) {
    const StripLayout layout = layoutOf(area, scene);
    if (layout.lane < 9 || layout.plot.width() < 20) return;
    painter.save();
    painter.setFont(font(TextSize::Small));
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.muted);
    painter.drawText(layout.heading, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     headingText(scene, layout.heading.width() * (layout.headingLines == 1 ? 1.0 : 1.7)));
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t lane = 0; lane < Lanes; ++lane) {
        const auto [held, capacity] = laneTexts(scene, lane);
        paintLane(painter, layout, lane, theme, scene);
        const QRectF place = layout.laneAt(lane);
        const QRectF name(area.left(), place.top(), place.left() - area.left() - 8, place.height());
        const double high = metrics.height();
        const bool isHigh = place.height() >= 2 * high - 4; // room for two lines
        const double top = place.center().y() - (isHigh ? high - 1 : high / 2);
        painter.setPen(theme.text);
        painter.drawText(QRectF(name.left(), top, name.width(), high), Qt::AlignRight, held);
        painter.setPen(theme.muted);
        if (isHigh)
            painter.drawText(QRectF(name.left(), top + high - 2, name.width(), high), Qt::AlignRight, capacity);
    }
    paintTime(painter, layout, theme, scene);
    painter.setPen(theme.text);
    painter.drawText(QRectF(area.left(), layout.time.center().y() - metrics.height() / 2,
                            layout.time.left() - area.left() - 8, metrics.height()),
                     Qt::AlignVCenter | Qt::AlignRight, SramStripText::tr("Array"));
    const auto at = static_cast<std::size_t>(scene.timeline.indexOf(current));
    const double scale = perCycle(layout, scene);
    const QRectF mark(layout.plot.left() + startOf(scene, at) * scale, layout.plot.top() - 1,
                      std::max(2.0, (scene.until[at] - startOf(scene, at)) * scale),
                      layout.time.bottom() - layout.plot.top() + 2);
    painter.setPen(QPen(theme.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(mark);
    painter.restore();
}

std::optional<std::size_t> sramStepAt(const QRectF& area, const ArrayScene& scene, QPointF at) {
    const StripLayout layout = layoutOf(area, scene);
    const QRectF all(layout.plot.topLeft(), layout.time.bottomRight());
    if (layout.lane < 9 || !all.contains(at)) return std::nullopt;
    const double cycle = (at.x() - all.left()) / perCycle(layout, scene);
    const auto found = std::ranges::upper_bound(scene.until, cycle);
    return std::min(static_cast<std::size_t>(found - scene.until.begin()), scene.steps.size() - 1);
}

} // namespace edgewright::views
