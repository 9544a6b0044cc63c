// SPDX-License-Identifier: GPL-3.0-or-later
// Lifetimes: one row per tensor, lines between tensors that share bytes, and above them the bytes alive in each
// step.
#pragma once

#include "views/memory/plan_painter.h"

namespace edgewright::views {

class GanttPainter final : public PlanPainter {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::GanttPainter)
public:
    GanttPainter(std::shared_ptr<const PlanSide> side, RowOrder order, PlanScale scale);

    PlaneWindow extent() const override; // y: rows
    QRectF plot(const QRectF& area) const override;
    bool yUpwards() const override { return false; }
    std::vector<LifeId> rows() const override { return m_rows; } // from the top
    void paint(QPainter& painter, const QRectF& area, const Theme& theme,
               const PlaneWindow& window) const override;
    std::optional<QRectF> lifeRect(const QRectF& area, const PlaneWindow& window, LifeId id) const override;
    LifeId lifeAt(const QRectF& area, const PlaneWindow& window, QPointF at) const override;
    std::optional<std::size_t> linkAt(const QRectF& area, const PlaneWindow& window, QPointF at) const override;
    bool inTimeAxis(const QRectF& area, QPointF at) const override; // the curve too
    void paintCursor(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window,
                     std::int64_t step) const override;

private:
    QRectF curve(const QRectF& area) const;
    // Calls each(id) for the tensors that the window may show.
    template <typename Each>
    void visible(const PlaneWindow& window, const Each& each) const;
    void paintNames(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window) const;
    void paintLinks(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window) const;
    // The connector, cut to the plot; empty when it is outside or too short to be seen.
    std::optional<QLineF> linkLine(const QRectF& area, const PlaneWindow& window, const Link& link) const;

    std::vector<LifeId> m_rows;
    std::vector<std::size_t> m_rowOf; // by LifeId
};

} // namespace edgewright::views
