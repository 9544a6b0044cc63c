// SPDX-License-Identifier: GPL-3.0-or-later
// Lifetimes: one row per buffer, and above them the bytes alive in each step.
#pragma once

#include "views/memory/plan_painter.h"

namespace edgewright::views {

class GanttPainter final : public PlanPainter {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::GanttPainter)
public:
    // `scaleBytes`: top of the live-bytes curve, so that both sides share one scale.
    GanttPainter(std::shared_ptr<const PlanSide> side, RowOrder order, double scaleBytes);

    PlaneWindow extent() const override; // y: rows
    QRectF plot(const QRectF& area) const override;
    bool yUpwards() const override { return false; }
    void paint(QPainter& painter, const QRectF& area, const Theme& theme,
               const PlaneWindow& window) const override;
    std::optional<QRectF> bufferRect(const QRectF& area, const PlaneWindow& window, BufferId id) const override;
    BufferId bufferAt(const QRectF& area, const PlaneWindow& window, QPointF at) const override;

private:
    QRectF curve(const QRectF& area) const;
    void paintCurve(QPainter& painter, const QRectF& rect, const Theme& theme, const PlaneWindow& window) const;
    void paintNames(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window) const;
    void paintSharings(QPainter& painter, const QRectF& bar, const Theme& theme, const QRectF& plot,
                       const PlaneWindow& window, BufferId id) const;

    std::vector<BufferId> m_rows;
    std::vector<std::size_t> m_rowOf; // by BufferId
    double m_scaleBytes;
};

} // namespace edgewright::views
