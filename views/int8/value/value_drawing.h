// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing on screen: arrows, Home and End go from step to step, a click to the term or stage under it.
#pragma once

#include "views/int8/value/value_painter.h"

#include <QWidget>

namespace edgewright::views {

class ValueDrawing final : public QWidget {
    Q_OBJECT
public:
    explicit ValueDrawing(QWidget* parent = nullptr);
    void display(std::shared_ptr<const ValuePainter> painter); // null: nothing
    void setStep(std::size_t step);
    std::size_t step() const { return m_step; }
    // The rectangle of the product of a term, in widget coordinates; empty where it is not shown.
    QRectF cellRect(std::size_t term) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void stepChosen(std::size_t step); // by the person

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override; // tooltips

private:
    QRectF area() const { return QRectF(rect()).adjusted(4, 2, -4, -4); }
    std::optional<std::size_t> stepAt(QPointF at) const;
    void tell();

    std::shared_ptr<const ValuePainter> m_painter;
    std::size_t m_step = 0;
};

} // namespace edgewright::views
