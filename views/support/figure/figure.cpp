// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

Result<Figure> completeFigure(const Figure& figure, const RunContext& run) {
    return figure.make ? figure.make(run) : figure;
}

Result<void> paintFigure(const Figure& figure, QPaintDevice& device) {
    QPainter painter;
    if (!painter.begin(&device))
        return badInput(
            QCoreApplication::translate("edgewright::views::Figure", "the picture could not be started")
                .toStdString());
    const QRectF area(QPointF(), figure.size);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.fillRect(area, Qt::white);
    figure.paint(painter, area, Theme::light());
    return {};
}

QImage figureImage(const Figure& figure) {
    // A very large graph is written smaller rather than not at all.
    constexpr double MaxPixels = 120e6;
    const double scale = std::min(2.0, std::sqrt(MaxPixels / (figure.size.width() * figure.size.height())));
    QImage image((figure.size * scale).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) return image;
    image.setDevicePixelRatio(scale);
    image.setText(QStringLiteral("Title"), figure.title);
    image.fill(Qt::white);
    return paintFigure(figure, image) ? image : QImage();
}

} // namespace edgewright::views
