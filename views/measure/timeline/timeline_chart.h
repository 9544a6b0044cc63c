// SPDX-License-Identifier: GPL-3.0-or-later
// A timeline on screen, moved as ViewportController says (the wheel zooms the time, with Ctrl the height of the
// rows): hover names a span and its partner in the other trace, click chooses it, double click fills the window
// with it.
#pragma once

#include "views/measure/timeline/timeline_painter.h"
#include "views/support/figure/figure.h"
#include "views/support/viewport/viewport_controller.h"

#include <QPixmap>
#include <QThreadPool>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

namespace edgewright::views {

class TimelineChart final : public QWidget, private Viewport {
    Q_OBJECT
public:
    explicit TimelineChart(QThreadPool& pool, QWidget* parent = nullptr);

    // Null: nothing to show.
    void setScene(std::shared_ptr<const TimelineScene> scene, bool keepWindow);
    const TimelineScene* scene() const { return m_scene.get(); }
    void setWindow(TimelineWindow window); // clamped to what there is
    const TimelineWindow& window() const { return m_window; }
    void setHits(std::shared_ptr<const TimelineHits> hits); // null: no search
    void setHit(SpanRef hit);                               // that the search stands on; brings it into view
    void setSelected(std::vector<std::vector<std::uint32_t>> bySource); // positions in order
    const TimelineMarks& marks() const { return m_marks; }
    // Moves the window so that the span is in it; does nothing where it is.
    void reveal(SpanRef span);
    bool isInSight(SpanRef span) const;
    void zoomTo(SpanRef span); // it and what is beside it
    void fitAll() { fitView(); }

    TimelineGeometry geometry() const;
    SpanRef spanAt(QPointF at) const;
    // The current part on paper; nothing while there is no scene.
    std::optional<Figure> figure() const;

    QSize sizeHint() const override { return {720, 320}; }
    QSize minimumSizeHint() const override { return {240, 130}; }

signals:
    void spanClicked(edgewright::views::SpanRef span); // invalid: beside all of them, or Esc
    void windowChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QRectF area() const { return QRectF(rect()).adjusted(4, 2, -6, -4); }
    TimelineWindow fitted() const;
    TimeRange limits() const; // that can be looked at
    void zoomView(double factor, QPointF about, ZoomAxes axes) override;
    void panView(QPointF way) override;
    void fitView() override;
    QPointF viewCentre() const override;
    void hoverView(QPointF at) override;
    void clickView(const QMouseEvent& event) override;
    bool doubleClickView(const QMouseEvent& event) override;
    bool clearView() override;
    QRectF seenPart() const override;
    void seePart(const QRectF& part) override;
    bool hasSpots() const override { return true; } // spans: source << 40 | position
    std::int64_t spotTowards(std::int64_t from, Qt::Key arrow) const override;
    std::int64_t spotAt(QPointF at) const override;
    QRectF spotRect(std::int64_t spot) const override;
    QRectF spotRoom() const override;
    QString spotText(std::int64_t spot) const override;
    bool chooseSpot(std::int64_t spot) override;
    SpanRef spanOf(std::int64_t spot) const; // invalid where it is none of this scene
    void setHovered(SpanRef span);
    void showCard();
    void invalidate();

    std::shared_ptr<const TimelineScene> m_scene;
    std::shared_ptr<const TimelineHits> m_hits;
    TimelineWindow m_window;
    bool m_isFitted = true; // stays so when the widget changes its size
    TimelineMarks m_marks;
    QPointF m_pointer;
    QTimer m_cardDelay, m_moreNames;
    TimelineLabels m_labels;
    ViewportController m_controller{*this, *this, *this};
    QPixmap m_base; // everything but marks
};

} // namespace edgewright::views
