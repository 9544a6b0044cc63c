// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/slice_image.h"

#include "views/support/quantity.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double MaxCellPixels = 64, GridZoom = 12;
constexpr int ScaleHeight = 8;

} // namespace

SliceImage::SliceImage(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("sliceImage"));
}

void SliceImage::show(TensorSlice slice, double low, double high) {
    const bool same = m_slice && m_slice->width == slice.width && m_slice->height == slice.height;
    m_slice = std::move(slice);
    m_low = low;
    m_high = high;
    if (m_low < 0) {
        m_high = std::max(std::abs(m_low), std::abs(m_high));
        m_low = -m_high;
    }
    m_sentence.clear();
    colourImage();
    if (!same || m_fitted) fit();
    update();
}

void SliceImage::setSentence(const QString& text) {
    m_slice.reset();
    m_sentence = text;
    update();
}

void SliceImage::colourImage() {
    if (!m_slice || m_slice->values.empty()) return;
    const Theme& theme = Theme::forPalette(palette());
    const auto& slice = *m_slice;
    m_image = QImage(static_cast<int>(slice.width), static_cast<int>(slice.height), QImage::Format_RGB32);
    constexpr int Steps = 512;
    std::vector<QRgb> colours;
    for (int i = 0; i <= Steps; ++i)
        colours.push_back(
            (m_low < 0 ? theme.diverging(2.0 * i / Steps - 1) : theme.ordered(double(i) / Steps)).rgb());
    const double half = m_high / 2 - m_low / 2; // the whole may be too large for a number
    for (int row = 0; row < m_image.height(); ++row) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(row));
        for (int column = 0; column < m_image.width(); ++column) {
            const auto value =
                static_cast<double>(slice.values[static_cast<std::size_t>(row * slice.width + column)]);
            const double share = half > 0 ? (value / 2 - m_low / 2) / half : 0.5;
            line[column] = std::isnan(value)
                               ? theme.bad.rgb()
                               : colours[static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * Steps)];
        }
    }
}

QRectF SliceImage::pictureArea() const {
    return QRectF(0, 0, width(), height() - ScaleHeight - fontMetrics().height() * 2 - 8);
}

void SliceImage::fit() {
    m_fitted = true;
    if (!m_slice || m_slice->width == 0) return;
    const QRectF area = pictureArea();
    const auto w = static_cast<double>(m_slice->width), h = static_cast<double>(m_slice->height);
    m_zoom = std::min({area.width() / w, area.height() / h, MaxCellPixels});
    m_origin = QPointF((area.width() - w * m_zoom) / 2, (area.height() - h * m_zoom) / 2);
    update();
}

std::optional<QPoint> SliceImage::cellAt(QPointF at) const {
    if (!m_slice || !pictureArea().contains(at)) return std::nullopt;
    const QPointF cell = (at - m_origin) / m_zoom;
    if (cell.x() < 0 || cell.y() < 0 || cell.x() >= static_cast<double>(m_slice->width) ||
        cell.y() >= static_cast<double>(m_slice->height))
        return std::nullopt;
    return QPoint(static_cast<int>(cell.x()), static_cast<int>(cell.y()));
}

QString SliceImage::textAt(QPointF at) const {
    const auto cell = cellAt(at);
    if (!cell) return {};
    const TensorSlice& slice = *m_slice;
    const auto place = [](int index, std::int64_t cells, std::int64_t all) {
        const std::int64_t block = (all + cells - 1) / cells;
        const std::int64_t first = index * block, last = std::min(first + block, all) - 1;
        return first == last ? integerText(first) : QStringLiteral("%1–%2").arg(first).arg(last);
    };
    const auto value =
        static_cast<double>(slice.values[static_cast<std::size_t>(cell->y() * slice.width + cell->x())]);
    return QStringLiteral("[%1, %2]  %3")
        .arg(place(cell->y(), slice.height, slice.rows), place(cell->x(), slice.width, slice.columns),
             significant(value, 4));
}

void SliceImage::paintScale(QPainter& painter, const Theme& theme) const {
    const int line = painter.fontMetrics().height();
    const QRectF bar(0, height() - line - ScaleHeight - 2, width(), ScaleHeight);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 16; ++i)
        gradient.setColorAt(i / 16.0, m_low < 0 ? theme.diverging(i / 8.0 - 1) : theme.ordered(i / 16.0));
    painter.fillRect(bar, gradient);
    painter.setPen(theme.muted);
    const QRectF labels(0, bar.bottom() + 2, width(), line);
    painter.drawText(labels, Qt::AlignLeft, significant(m_low));
    if (m_low < 0) painter.drawText(labels, Qt::AlignHCenter, QStringLiteral("0"));
    painter.drawText(labels, Qt::AlignRight, significant(m_high));
    const QRectF above(0, bar.top() - line - 2, width(), line);
    painter.drawText(
        above, Qt::AlignLeft,
        !m_hovered.isEmpty() ? m_hovered
        : m_slice->height != m_slice->rows || m_slice->width != m_slice->columns
            ? tr("%1 × %2, reduced to the largest of each block").arg(m_slice->rows).arg(m_slice->columns)
            : tr("%1 × %2").arg(m_slice->rows).arg(m_slice->columns));
}

void SliceImage::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.setFont(views::font(TextSize::Small));
    if (!m_slice || m_slice->values.empty()) {
        painter.setPen(theme.muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_sentence);
        return;
    }
    const QRectF area = pictureArea();
    painter.save();
    painter.setClipRect(area);
    painter.fillRect(area, theme.surface);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, m_zoom < 1);
    const QRectF target(m_origin, QSizeF(m_image.size()) * m_zoom);
    painter.drawImage(target, m_image);
    if (m_zoom >= GridZoom) {
        painter.setPen(QPen(theme.line, 1));
        for (int x = 0; x <= m_image.width(); ++x)
            painter.drawLine(QPointF(m_origin.x() + x * m_zoom, target.top()),
                             QPointF(m_origin.x() + x * m_zoom, target.bottom()));
        for (int y = 0; y <= m_image.height(); ++y)
            painter.drawLine(QPointF(target.left(), m_origin.y() + y * m_zoom),
                             QPointF(target.right(), m_origin.y() + y * m_zoom));
    }
    painter.restore();
    paintScale(painter, theme);
}

void SliceImage::resizeEvent(QResizeEvent*) {
    if (m_fitted) fit();
}

bool SliceImage::takesWheel(QPointF at, Qt::KeyboardModifiers modifiers) const {
    return (m_wheelZooms || modifiers.testFlag(Qt::ControlModifier)) && m_slice && pictureArea().contains(at);
}

void SliceImage::zoomView(double factor, QPointF about, ZoomAxes) {
    if (!m_slice) return;
    const QRectF area = pictureArea();
    const double least = std::min(
        {area.width() / static_cast<double>(std::max<std::int64_t>(1, m_slice->width)),
         area.height() / static_cast<double>(std::max<std::int64_t>(1, m_slice->height)), MaxCellPixels});
    const double zoom = std::clamp(m_zoom * factor, least, MaxCellPixels);
    m_origin = about - (about - m_origin) * (zoom / m_zoom);
    m_zoom = zoom;
    m_fitted = false;
    update();
}

// Some of the picture stays in sight.
void SliceImage::panView(QPointF way) {
    if (!m_slice) return;
    constexpr double Kept = 24; // pixels
    const QRectF area = pictureArea();
    const double w = static_cast<double>(m_slice->width) * m_zoom;
    const double h = static_cast<double>(m_slice->height) * m_zoom;
    const auto kept = [&](double at, double size, double room) {
        return std::clamp(at, std::min(Kept, room) - size, std::max(room - Kept, 0.0));
    };
    m_origin = {kept(m_origin.x() + way.x(), w, area.width()), kept(m_origin.y() + way.y(), h, area.height())};
    m_fitted = false;
    update();
}

void SliceImage::hoverView(QPointF at) {
    setCursor(Qt::ArrowCursor);
    m_hovered = textAt(at);
    update();
}

void SliceImage::leaveEvent(QEvent*) {
    m_hovered.clear();
    update();
}

void SliceImage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        colourImage();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
