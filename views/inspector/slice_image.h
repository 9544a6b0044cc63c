// SPDX-License-Identifier: GPL-3.0-or-later
// A slice as a picture with its colour scale, moved as ViewportController says; the element below the pointer
// is named.
#pragma once

#include "views/inspector/tensor_slice.h"
#include "views/support/theme.h"
#include "views/support/viewport/viewport_controller.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace edgewright::views {

class SliceImage final : public QWidget, private Viewport {
    Q_OBJECT
public:
    explicit SliceImage(QWidget* parent = nullptr);
    // `low` and `high` of the colours; signed data get a scale symmetric about zero. The same picture size
    // keeps the view.
    void show(TensorSlice slice, double low, double high);
    void setSentence(const QString& text); // instead of a picture
    void fit();
    // Without this the wheel zooms only with Ctrl: it scrolls what the picture is in.
    void setWheelZooms(bool zooms) { m_wheelZooms = zooms; }
    QSize sizeHint() const override { return {240, 220}; }
    QSize minimumSizeHint() const override { return {120, 160}; }
    double zoom() const { return m_zoom; }
    QString textAt(QPointF at) const; // of the element there; empty beside the picture

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void zoomView(double factor, QPointF about, ZoomAxes axes) override;
    void panView(QPointF way) override;
    void fitView() override { fit(); }
    QPointF viewCentre() const override { return pictureArea().center(); }
    void hoverView(QPointF at) override;
    bool takesWheel(QPointF at, Qt::KeyboardModifiers modifiers) const override;
    QRectF pictureArea() const;
    void colourImage();
    std::optional<QPoint> cellAt(QPointF at) const;
    void paintScale(QPainter& painter, const Theme& theme) const;

    std::optional<TensorSlice> m_slice;
    double m_low = 0, m_high = 0;
    QImage m_image;
    QString m_sentence, m_hovered;
    double m_zoom = 1; // widget pixels per cell
    QPointF m_origin;  // of the picture, in widget coordinates
    bool m_fitted = true, m_wheelZooms = false;
    ViewportController m_controller{*this, *this, *this};
};

} // namespace edgewright::views
