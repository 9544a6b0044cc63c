// SPDX-License-Identifier: GPL-3.0-or-later
// The arena: each buffer a rectangle, its life along x, its bytes along y. Unused bytes below a live buffer are
// hatched.
#pragma once

#include "views/memory/plan_painter.h"

namespace edgewright::views {

class ArenaPainter final : public PlanPainter {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ArenaPainter)
public:
    // `left`: width left of the plot, for the address axis.
    explicit ArenaPainter(std::shared_ptr<const PlanSide> side, double left = AxisLeft);

    PlaneWindow extent() const override; // y: bytes
    QRectF plot(const QRectF& area) const override;
    bool yUpwards() const override { return true; }
    void paint(QPainter& painter, const QRectF& area, const Theme& theme,
               const PlaneWindow& window) const override;
    std::optional<QRectF> bufferRect(const QRectF& area, const PlaneWindow& window, BufferId id) const override;
    BufferId bufferAt(const QRectF& area, const PlaneWindow& window, QPointF at) const override;

private:
    void paintHoles(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window) const;
    void paintNames(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window) const;
    void paintPeak(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window) const;

    double m_left;
    std::vector<std::int64_t> m_top; // by step: highest byte in use
};

} // namespace edgewright::views
