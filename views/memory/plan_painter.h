// SPDX-License-Identifier: GPL-3.0-or-later
// What the Gantt chart and the arena chart have in common: buffers as rectangles over steps.
#pragma once

#include "views/memory/plan_side.h"

#include "views/memory/chart_axes.h"

#include <QFontMetricsF>

#include <optional>
#include <span>

namespace edgewright::views {

// Pure: no widget, no state but the side. The same instance draws screen and paper.
class PlanPainter {
public:
    explicit PlanPainter(std::shared_ptr<const PlanSide> side) : m_side(std::move(side)) {}
    virtual ~PlanPainter() = default;
    PlanPainter(const PlanPainter&) = delete;
    PlanPainter& operator=(const PlanPainter&) = delete;

    const PlanSide& side() const { return *m_side; }
    // Everything, with the origin at zero.
    virtual PlaneWindow extent() const = 0;
    // Where in `area` the buffers are drawn.
    virtual QRectF plot(const QRectF& area) const = 0;
    virtual bool yUpwards() const = 0;
    virtual void paint(QPainter& painter, const QRectF& area, const Theme& theme,
                       const PlaneWindow& window) const = 0;
    // The buffer's rectangle, clipped to the plot; empty when nothing of it is shown.
    virtual std::optional<QRectF> bufferRect(const QRectF& area, const PlaneWindow& window,
                                             BufferId id) const = 0;
    // The topmost buffer at `at`; invalid when there is none.
    virtual BufferId bufferAt(const QRectF& area, const PlaneWindow& window, QPointF at) const = 0;

    Item hitTest(const QRectF& area, const PlaneWindow& window, QPointF at) const;
    // Outlines of the selected and the hovered buffers, over what paint() drew.
    void paintMarks(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window,
                    std::span<const BufferId> selected, BufferId hovered) const;

protected:
    std::shared_ptr<const PlanSide> m_side;
};

QColor kindColor(const Theme& theme, memory::BufferKind kind);
QColor bufferFill(const Theme& theme, memory::BufferKind kind); // lighter than kindColor: carries text
// Fill, border and, as the second carrier beside colour, a hatch for inputs and outputs.
void paintBuffer(QPainter& painter, const QRectF& rect, const Theme& theme, memory::BufferKind kind);
// Swatches with names, from the left; returns the width used.
double paintKindLegend(QPainter& painter, QPointF topLeft, const Theme& theme);
// `name` cut to `width`: leading path parts go first, then the middle.
QString shortName(const std::string& name, const QFontMetricsF& metrics, double width);
// The header of a side: a square in its colour (cool original, warm fused), then `text`.
void paintHeader(QPainter& painter, const QRectF& rect, const Theme& theme, bool after, const QString& text);

// Rounded to whole pixels and drawn once each: thousands of rectangles that fall on the same pixels cost one.
class PixelSet {
public:
    bool insert(const QRectF& rect); // false when it was there already
private:
    std::vector<std::uint64_t> m_slots = std::vector<std::uint64_t>(1 << 14, ~std::uint64_t(0));
};

} // namespace edgewright::views
