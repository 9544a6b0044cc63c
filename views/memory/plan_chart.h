// SPDX-License-Identifier: GPL-3.0-or-later
// A memory chart on screen: wheel zooms about the pointer, drag pans, double click fits, Esc clears, hover
// names, click selects; arrow keys walk through the buffers.
#pragma once

#include "views/memory/plan_painter.h"

#include <QPixmap>
#include <QWidget>

namespace edgewright::views {

class PlanChart final : public QWidget {
    Q_OBJECT
public:
    explicit PlanChart(QWidget* parent = nullptr);

    // Null: nothing to show. Keeps the window.
    void setPainter(std::shared_ptr<const PlanPainter> painter);
    const PlanPainter* painter() const { return m_painter.get(); }
    // What "fit" shows; both sides of a comparison get the same one.
    void setFit(const PlaneWindow& fit);
    const PlaneWindow& fit() const { return m_fit; }
    void setWindow(const PlaneWindow& window); // clamped into the fit
    const PlaneWindow& window() const { return m_window; }
    void setHighlighted(std::vector<BufferId> buffers);
    const std::vector<BufferId>& highlighted() const { return m_highlighted; }
    // In widget coordinates; empty when the buffer is outside the window.
    std::optional<QRectF> bufferRect(BufferId id) const;

    QSize sizeHint() const override { return {560, 320}; }
    QSize minimumSizeHint() const override { return {260, 170}; }

signals:
    void windowChanged(const edgewright::views::PlaneWindow& window); // by the person
    void itemClicked(const edgewright::views::Item& item);            // empty: cleared

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override; // tooltips

private:
    QRectF area() const { return QRectF(rect()).adjusted(4, 4, -4, -4); }
    void zoom(double factor, QPointF about);
    void pan(double steps, double rows);
    void go(PlaneWindow window);
    void step(int direction); // selects the next or previous buffer by start
    void invalidate();

    std::shared_ptr<const PlanPainter> m_painter;
    PlaneWindow m_fit, m_window;
    std::vector<BufferId> m_highlighted;
    BufferId m_hovered;
    std::optional<QPointF> m_pressed, m_dragged;
    QPixmap m_base; // everything but the marks
};

} // namespace edgewright::views
