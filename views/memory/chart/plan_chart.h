// SPDX-License-Identifier: GPL-3.0-or-later
// A memory chart on screen, moved as ViewportController says: hover names, click selects; a press on the step
// axis or the cursor moves the cursor; up and down walk through the tensors.
#pragma once

#include "views/memory/chart/plan_painter.h"
#include "views/support/figure/figure.h"
#include "views/support/viewport/viewport_controller.h"

#include <QPixmap>
#include <QThreadPool>
#include <QTimer>
#include <QWidget>

namespace edgewright::views {

class PlanChart final : public QWidget, private Viewport {
    Q_OBJECT
public:
    explicit PlanChart(QThreadPool& pool, QWidget* parent = nullptr);

    // Null: nothing to show. Keeps the window.
    void setPainter(std::shared_ptr<const PlanPainter> painter);
    const PlanPainter* painter() const { return m_painter.get(); }
    // The window that "fit" shows; both sides of a comparison get the same one.
    void setFit(const PlaneWindow& fit);
    const PlaneWindow& fit() const { return m_fit; }
    void setWindow(const PlaneWindow& window); // clamped into the fit
    const PlaneWindow& window() const { return m_window; }
    void setHighlighted(std::vector<LifeId> lives);
    const std::vector<LifeId>& highlighted() const { return m_highlighted; }
    void setStep(std::optional<std::int64_t> step); // the time cursor
    std::optional<std::int64_t> step() const { return m_step; }
    // Moves the window so that the step, or the tensor, is in it.
    void reveal(std::int64_t step);
    void reveal(LifeId life);
    // Shows the steps around `step` so wide that single ones can be seen, with the rows of these tensors.
    void zoomTo(std::int64_t step, const std::vector<LifeId>& lives);
    // In widget coordinates; empty when the tensor is outside the window.
    std::optional<QRectF> lifeRect(LifeId id) const;
    QPointF stepPoint(std::int64_t step) const; // on the step axis

    // The picture without cursor and marks; nothing while there is no painter.
    std::optional<Figure> figure() const;

    QSize sizeHint() const override { return {560, 320}; }
    QSize minimumSizeHint() const override { return {240, 130}; }

signals:
    void windowChanged(const edgewright::views::PlaneWindow& window); // by the person
    void itemClicked(const edgewright::views::Item& item);            // empty: cleared
    void stepPicked(qint64 step);
    void groupClicked(std::size_t group); // a heading, as index into GanttRows::groups

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QRectF area() const { return QRectF(rect()).adjusted(4, 4, -4, -4); }
    void zoomView(double factor, QPointF about, ZoomAxes axes) override;
    void panView(QPointF way) override;
    void fitView() override { go(m_fit); }
    QPointF viewCentre() const override;
    void hoverView(QPointF at) override;
    void clickView(const QMouseEvent& event) override;
    bool doubleClickView(const QMouseEvent& event) override;
    bool ownsPress(const QMouseEvent& event) override;
    void go(PlaneWindow window);
    void walk(int direction); // selects the next or previous tensor
    bool grabsCursor(QPointF at) const;
    void showCard();
    void invalidate();

    std::shared_ptr<const PlanPainter> m_painter;
    PlaneWindow m_fit, m_window;
    std::vector<LifeId> m_highlighted;
    LifeId m_walked; // where walk() is, which the selection alone does not tell
    bool m_walking = false;
    LifeId m_hovered;
    std::optional<std::size_t> m_hoveredLink;
    QPoint m_pointer;
    QTimer m_cardDelay;
    std::optional<std::int64_t> m_step;
    ViewportController m_controller{*this, *this, *this};
    QPixmap m_base;  // everything but cursor, marks and texts
    QPixmap m_texts; // over them
};

} // namespace edgewright::views
