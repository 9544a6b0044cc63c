// SPDX-License-Identifier: GPL-3.0-or-later
// Smooth rectangles and lines, straight into the pixels of an image: tens of thousands in a few milliseconds,
// which is what a whole graph takes.
#pragma once

#include <QImage>
#include <QPointF>
#include <QRectF>

namespace edgewright::views {

class CoarseRaster {
public:
    // An image of Format_RGB32; coordinates are its pixels.
    explicit CoarseRaster(QImage& image);
    void rect(const QRectF& rect, QRgb colour, double opacity = 1);
    void frame(const QRectF& rect, QRgb colour, double width, double opacity = 1); // just inside
    // `dash` pixels drawn, as many left out; 0: solid.
    void line(QPointF a, QPointF b, QRgb colour, double width, double opacity = 1, double dash = 0);

private:
    QRgb* row(int y) { return reinterpret_cast<QRgb*>(m_bits + y * m_stride); }
    template <bool Steep>
    void trace(double from, double to, double at, double slope, QRgb colour, double half, double opacity,
               double dash);

    uchar* m_bits;
    qsizetype m_stride;
    int m_width, m_height;
};

} // namespace edgewright::views
