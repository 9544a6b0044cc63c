// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/scene/coarse_raster.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::views {

namespace {

// `share` of 256 of `colour` over what is there; two channels at a time.
inline void blend(QRgb& under, QRgb colour, unsigned share) {
    if (share >= 256) {
        under = colour | 0xff000000u;
        return;
    }
    const unsigned rest = 256 - share;
    const unsigned rb = ((colour & 0xff00ffu) * share + (under & 0xff00ffu) * rest) >> 8;
    const unsigned g = ((colour & 0x00ff00u) * share + (under & 0x00ff00u) * rest) >> 8;
    under = 0xff000000u | (rb & 0xff00ffu) | (g & 0x00ff00u);
}

unsigned share(double coverage) { return static_cast<unsigned>(std::lround(coverage * 256)); }

} // namespace

CoarseRaster::CoarseRaster(QImage& image)
    : m_bits(image.bits()), m_stride(image.bytesPerLine()), m_width(image.width()), m_height(image.height()) {}

void CoarseRaster::rect(const QRectF& rect, QRgb colour, double opacity) {
    const double left = std::max(0.0, rect.left()), right = std::min<double>(m_width, rect.right()),
                 top = std::max(0.0, rect.top()), bottom = std::min<double>(m_height, rect.bottom());
    if (!(left < right && top < bottom)) return;
    const int x0 = static_cast<int>(left), x1 = std::min(m_width - 1, static_cast<int>(right)),
              y0 = static_cast<int>(top), y1 = std::min(m_height - 1, static_cast<int>(bottom));
    for (int y = y0; y <= y1; ++y) {
        const double rows = std::min<double>(bottom, y + 1) - std::max<double>(top, y);
        if (rows <= 0) continue;
        QRgb* pixels = row(y);
        const double weight = rows * opacity;
        blend(pixels[x0], colour, share((std::min<double>(right, x0 + 1) - left) * weight));
        if (x1 == x0) continue;
        if (const unsigned inner = share(weight); inner >= 256)
            std::fill(pixels + x0 + 1, pixels + x1, colour | 0xff000000u);
        else
            for (int x = x0 + 1; x < x1; ++x)
                blend(pixels[x], colour, inner);
        blend(pixels[x1], colour, share((right - x1) * weight));
    }
}

void CoarseRaster::frame(const QRectF& r, QRgb colour, double width, double opacity) {
    rect(QRectF(r.left(), r.top(), r.width(), width), colour, opacity);
    rect(QRectF(r.left(), r.bottom() - width, r.width(), width), colour, opacity);
    rect(QRectF(r.left(), r.top() + width, width, r.height() - 2 * width), colour, opacity);
    rect(QRectF(r.right() - width, r.top() + width, width, r.height() - 2 * width), colour, opacity);
}

// Steps along the longer direction: `at` is the other coordinate where `from` is.
template <bool Steep>
void CoarseRaster::trace(double from, double to, double at, double slope, QRgb colour, double half,
                         double opacity, double dash) {
    const int length = Steep ? m_height : m_width, across = Steep ? m_width : m_height;
    const int first = std::max(0, static_cast<int>(std::floor(from))),
              last = std::min(length - 1, static_cast<int>(std::floor(to)));
    for (int i = first; i <= last; ++i) {
        const double part = std::min<double>(to, i + 1) - std::max<double>(from, i);
        if (part <= 0 || (dash > 0 && std::fmod(i - from, 2 * dash) >= dash)) continue;
        const double centre = at + (i + 0.5 - from) * slope;
        const double low = centre - half, high = centre + half;
        const int a = std::max(0, static_cast<int>(std::floor(low))),
                  b = std::min(across - 1, static_cast<int>(std::floor(high)));
        for (int j = a; j <= b; ++j) {
            const double covered = std::min<double>(high, j + 1) - std::max<double>(low, j);
            if (covered > 0) blend(Steep ? row(i)[j] : row(j)[i], colour, share(covered * part * opacity));
        }
    }
}

void CoarseRaster::line(QPointF a, QPointF b, QRgb colour, double width, double opacity, double dash) {
    const double dx = b.x() - a.x(), dy = b.y() - a.y(), length = std::hypot(dx, dy);
    if (!(length > 0) || !std::isfinite(length)) return;
    if (std::abs(dy) >= std::abs(dx)) {
        if (dy < 0) std::swap(a, b);
        trace<true>(a.y(), b.y(), a.x(), dx / dy, colour, width * length / std::abs(dy) / 2, opacity, dash);
    } else {
        if (dx < 0) std::swap(a, b);
        trace<false>(a.x(), b.x(), a.y(), dy / dx, colour, width * length / std::abs(dx) / 2, opacity, dash);
    }
}

} // namespace edgewright::views
