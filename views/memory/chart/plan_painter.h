// SPDX-License-Identifier: GPL-3.0-or-later
// The base of the Gantt chart and the arena chart: tensors as rectangles over steps.
#pragma once

#include "views/memory/chart/chart_axes.h"
#include "views/memory/chart/label_placer.h"
#include "views/memory/chart/plan_side.h"

#include <QFontMetricsF>

#include <optional>
#include <span>

namespace edgewright::views {

// The extents that a chart measures itself against.
struct PlanScale {
    double bytes = 1;           // the top of byte axes, the same for everything that is compared
    std::int64_t reference = 0; // the arena before the last change; 0: none
};

// The things that a person points at.
struct ChartMarks {
    std::optional<std::int64_t> step; // the time cursor
    std::span<const LifeId> selected;
    LifeId hovered;
};

// Pure: no widget, no state but the side. The same instance draws screen and paper.
class PlanPainter {
public:
    PlanPainter(std::shared_ptr<const PlanSide> side, PlanScale scale)
        : m_side(std::move(side)), m_scale(scale) {}
    virtual ~PlanPainter() = default;
    PlanPainter(const PlanPainter&) = delete;
    PlanPainter& operator=(const PlanPainter&) = delete;

    const PlanSide& side() const { return *m_side; }
    // Everything, with the origin at zero.
    virtual PlaneWindow extent() const = 0;
    // The part of `area` in which the tensors are drawn.
    virtual QRectF plot(const QRectF& area) const = 0;
    virtual bool yUpwards() const = 0;
    virtual std::vector<LifeId> rows() const = 0; // all of them, in the order in which one walks through them
    // All but the texts on and below the plot.
    virtual void paint(QPainter& painter, const QRectF& area, const Theme& theme,
                       const PlaneWindow& window) const = 0;
    // The tensor's rectangle, clipped to the plot; empty when nothing of it is shown.
    virtual std::optional<QRectF> lifeRect(const QRectF& area, const PlaneWindow& window, LifeId id) const = 0;
    // The topmost tensor at `at`; invalid when there is none.
    virtual LifeId lifeAt(const QRectF& area, const PlaneWindow& window, QPointF at) const = 0;
    // The line between two tensors that is drawn at `at`, as index into side().links().
    virtual std::optional<std::size_t> linkAt(const QRectF& area, const PlaneWindow& window, QPointF at) const;
    // True where a press moves the cursor: the step axis, and whatever else is read by step.
    virtual bool inTimeAxis(const QRectF& area, QPointF at) const;
    // First and last row of these; nothing where y is no row.
    virtual std::optional<std::pair<std::size_t, std::size_t>> rowsOf(std::span<const LifeId> lives) const;
    // The heading at `at`, as index into GanttRows::groups.
    virtual std::optional<std::size_t> groupAt(const QRectF& area, const PlaneWindow& window, QPointF at) const;
    // Over what paint() drew: what is not alive in that step fades, and a line stands there.
    virtual void paintCursor(QPainter& painter, const QRectF& area, const Theme& theme,
                             const PlaneWindow& window, std::int64_t step) const = 0;

    // Over all of it: names, numbers and what is marked in words, none over another one.
    virtual void paintTexts(QPainter& painter, const QRectF& area, const Theme& theme,
                            const PlaneWindow& window, const ChartMarks& marks) const = 0;
    // All of it without marks: paper.
    void paintPlain(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window) const;

    Item hitTest(const QRectF& area, const PlaneWindow& window, QPointF at) const;
    std::int64_t stepAt(const QRectF& area, const PlaneWindow& window, double x) const; // within the steps
    double xOf(const QRectF& area, const PlaneWindow& window, double step) const;
    // Outlines of the selected and the hovered tensors, over what paint() drew.
    virtual void paintMarks(QPainter& painter, const QRectF& area, const Theme& theme,
                            const PlaneWindow& window, const ChartMarks& marks) const;

protected:
    // A line at the step through `through`.
    void paintCursorLine(QPainter& painter, const QRectF& through, const Theme& theme, const QRectF& area,
                         const PlaneWindow& window, std::int64_t step) const;
    // The axis of the steps, with the number of the cursor's on it.
    void paintSteps(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window,
                    std::optional<std::int64_t> step) const;
    // The name of what is selected, beside its rectangle.
    void nameSelected(LabelPlacer& labels, const ShortLabels& names, const QRectF& area, const Theme& theme,
                      const PlaneWindow& window, const ChartMarks& marks) const;

    std::shared_ptr<const PlanSide> m_side;
    PlanScale m_scale;
};

QColor kindColor(const Theme& theme, memory::BufferKind kind);
QColor bufferFill(const Theme& theme, memory::BufferKind kind); // lighter than kindColor: carries text
// Fill, border and, as the second carrier beside colour, a pattern for all but activations.
void paintBuffer(QPainter& painter, const QRectF& rect, const Theme& theme, memory::BufferKind kind);
// Bytes, or steps, of a buffer of that kind that hold nothing: a dashed frame.
void paintGap(QPainter& painter, const QRectF& rect, const Theme& theme, memory::BufferKind kind);
QString kindName(memory::BufferKind kind);
Qt::PenStyle linkStyle(memory::SharingKind kind); // of the line that joins two lives
// The kinds that these sides have, as swatches with names, from the left, in as many lines as the width of
// `area` takes; returns the size used. Null painter: only that. `withArena`: beside arenas, in which bytes
// below a live buffer can be unused.
QSizeF paintKindLegend(QPainter* painter, const QRectF& area, const Theme& theme,
                       std::span<const std::shared_ptr<const PlanSide>> sides, bool withArena = true);
// The header of a side: a square in its colour (cool original, warm fused), then the longest of `texts` that
// fits, that much to the right.
inline constexpr double HeaderText = 14;
void paintHeader(QPainter& painter, const QRectF& rect, const Theme& theme, bool after,
                 std::initializer_list<QString> texts);

// Rounded to whole pixels and drawn once each: thousands of rectangles that fall on the same pixels cost one.
class PixelSet {
public:
    bool insert(const QRectF& rect); // false when it was there already
private:
    std::vector<std::uint64_t> m_slots = std::vector<std::uint64_t>(1 << 14, ~std::uint64_t(0));
};

} // namespace edgewright::views
