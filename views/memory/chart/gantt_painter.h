// SPDX-License-Identifier: GPL-3.0-or-later
// Lifetimes: one row per tensor, or per module that is closed, lines between tensors that share bytes, and
// above them the bytes alive in each step.
#pragma once

#include "views/memory/chart/gantt_rows.h"
#include "views/memory/chart/plan_painter.h"

namespace edgewright::views {

class GanttPainter final : public PlanPainter {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::GanttPainter)
public:
    GanttPainter(std::shared_ptr<const PlanSide> side, RowOrder order, PlanScale scale,
                 const RowGroups& groups = {});
    const GanttRows& ganttRows() const { return m_rows; }

    PlaneWindow extent() const override; // y: rows
    QRectF plot(const QRectF& area) const override;
    bool yUpwards() const override { return false; }
    std::vector<LifeId> rows() const override { return m_rows.lives; } // from the top
    void paint(QPainter& painter, const QRectF& area, const Theme& theme,
               const PlaneWindow& window) const override;
    std::optional<QRectF> lifeRect(const QRectF& area, const PlaneWindow& window, LifeId id) const override;
    LifeId lifeAt(const QRectF& area, const PlaneWindow& window, QPointF at) const override;
    std::optional<std::size_t> linkAt(const QRectF& area, const PlaneWindow& window, QPointF at) const override;
    bool inTimeAxis(const QRectF& area, QPointF at) const override; // the curve too
    std::optional<std::pair<std::size_t, std::size_t>> rowsOf(std::span<const LifeId> lives) const override;
    std::optional<std::size_t> groupAt(const QRectF& area, const PlaneWindow& window,
                                       QPointF at) const override; // in the margin, or on the heading's row
    void paintCursor(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window,
                     std::int64_t step) const override;
    void paintMarks(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window,
                    const ChartMarks& marks) const override;
    void paintTexts(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window,
                    const ChartMarks& marks) const override;

private:
    QRectF curve(const QRectF& area) const;
    // Calls each(id) for the tensors that the window may show.
    template <typename Each>
    void visible(const PlaneWindow& window, const Each& each) const;
    // The bar of a time in a row, cut to the plot; empty when it is outside.
    std::optional<QRectF> barOf(const QRectF& plot, const PlaneWindow& window, std::size_t row,
                                std::int64_t lower, std::int64_t upper) const;
    // Calls each(row, its extent) for the rows in sight.
    template <typename Each>
    void visibleRows(const QRectF& plot, const PlaneWindow& window, const Each& each) const;
    void paintGroups(QPainter& painter, const QRectF& plot, const Theme& theme,
                     const PlaneWindow& window) const;
    // Steps in which parts leave bytes of a buffer free, in the row of the whole.
    void paintGaps(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window) const;
    // In the margin. Selected tensors are named however low their rows are.
    void paintNames(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window,
                    const ChartMarks& marks) const;
    void paintLinks(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window) const;
    // The connector, cut to the plot; empty when it is outside or too short to be seen.
    std::optional<QLineF> linkLine(const QRectF& area, const PlaneWindow& window, const Link& link) const;

    GanttRows m_rows;
};

} // namespace edgewright::views
