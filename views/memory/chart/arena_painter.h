// SPDX-License-Identifier: GPL-3.0-or-later
// The arena: each buffer a rectangle, its life along x, its bytes along y. Unused bytes below a live buffer are
// hatched.
#pragma once

#include "views/memory/chart/plan_painter.h"

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
    void paintTexts(QPainter& painter, const QRectF& area, const Theme& theme, const PlaneWindow& window,
                    const ChartMarks& marks) const override;

private:
    // A line across the plot, and what it says: the longest first.
    struct Level {
        std::int64_t bytes = 0;
        bool exceeded = false, past = false; // the arena above its bound; what was before the last change
        QString text, brief;
    };
    std::vector<Level> levels() const;
    std::optional<QRectF> rectOf(const QRectF& plot, const PlaneWindow& window, const Box& box,
                                 std::int64_t lower, std::int64_t upper) const;
    // Paints the boxes alive in steps [from, to).
    void paintBoxes(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window,
                    std::int64_t from, std::int64_t to) const;
    void paintHoles(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window) const;
    // Bytes of a buffer that its parts leave unused for a while.
    void paintGaps(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window) const;
    void paintTakeovers(QPainter& painter, const QRectF& plot, const Theme& theme,
                        const PlaneWindow& window) const;
    // Names for boxes that have room for one: their own, or at a step the names of what they hold then.
    void paintNames(LabelPlacer& labels, QPainter& painter, const QRectF& plot, const Theme& theme,
                    const PlaneWindow& window, std::optional<std::int64_t> step) const;
    void paintCursorText(LabelPlacer& labels, const QRectF& area, const PlaneWindow& window,
                         std::int64_t step) const;
    static double yOf(const QRectF& plot, const PlaneWindow& window, std::int64_t bytes);
    void paintLevels(QPainter& painter, const QRectF& area, const Theme& theme,
                     const PlaneWindow& window) const;

    double m_left;
};

} // namespace edgewright::views
