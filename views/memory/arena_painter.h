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
    ArenaPainter(std::shared_ptr<const PlanSide> side, PlanScale scale, double left = AxisLeft);

    PlaneWindow extent() const override; // y: bytes
    QRectF plot(const QRectF& area) const override;
    bool yUpwards() const override { return true; }
    std::vector<LifeId> rows() const override { return m_side->rows(RowOrder::Start); }
    void paint(QPainter& painter, const QRectF& area, const Theme& theme,
               const PlaneWindow& window) const override;
    std::optional<QRectF> lifeRect(const QRectF& area, const PlaneWindow& window, LifeId id) const override;
    LifeId lifeAt(const QRectF& area, const PlaneWindow& window, QPointF at) const override;
    void paintCursor(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window,
                     std::int64_t step) const override;

private:
    std::optional<QRectF> rectOf(const QRectF& plot, const PlaneWindow& window, const Box& box,
                                 std::int64_t lower, std::int64_t upper) const;
    // Those alive in steps [from, to); returns the ones that are large enough for a name.
    std::vector<std::pair<BoxId, QRectF>> paintBoxes(QPainter& painter, const QRectF& plot, const Theme& theme,
                                                     const PlaneWindow& window, std::int64_t from,
                                                     std::int64_t to) const;
    void paintHoles(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window) const;
    void paintTakeovers(QPainter& painter, const QRectF& plot, const Theme& theme,
                        const PlaneWindow& window) const;
    // The box's name, or at a step the name of what it holds then; none where something else stands.
    void paintName(QPainter& painter, const QRectF& rect, const Theme& theme, BoxId id,
                   std::optional<std::int64_t> step, const QRectF& taken) const;
    // Returns where its number stands.
    QRectF paintPeakStep(QPainter& painter, const QRectF& area, const Theme& theme,
                         const PlaneWindow& window) const;
    void paintLimits(QPainter& painter, const QRectF& area, const Theme& theme,
                     const PlaneWindow& window) const;

    double m_left;
};

} // namespace edgewright::views
