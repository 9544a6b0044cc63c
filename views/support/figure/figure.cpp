// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure.h"

#include "core/base/propagate.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::views {

namespace {

const Theme& themeOf(const Figure& figure) { return figure.isDark ? Theme::darkTheme() : Theme::light(); }

QColor backgroundOf(const Figure& figure) {
    return figure.isDark ? themeOf(figure).background : QColor(Qt::white);
}

} // namespace

Result<Figure> completeFigure(const Figure& figure, const RunContext& run) {
    if (!figure.make) return figure;
    ASSIGN_OR_RETURN(Figure made, figure.make(run));
    Figure complete = figure;
    complete.make = nullptr;
    complete.size = made.size;
    complete.paint = std::move(made.paint);
    complete.isFixed = made.isFixed;
    complete.arrange = std::move(made.arrange);
    complete.pages = std::move(made.pages);
    return complete;
}

std::vector<Figure> pagesOf(const Figure& figure) {
    if (figure.pages.size() < 2) return {figure};
    std::vector<Figure> pages;
    for (const Figure::Page& each : figure.pages) {
        const std::size_t number = pages.size() + 1;
        Figure& page = pages.emplace_back(figure);
        page.pages.clear();
        page.size = each.size;
        page.paint = each.paint;
        page.name += u'-' + QString::number(number);
        page.title += u' ' + QCoreApplication::translate("edgewright::views::Figure", "(%1 of %2)")
                                 .arg(number)
                                 .arg(figure.pages.size());
    }
    return pages;
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
    painter.fillRect(area, backgroundOf(figure));
    figure.paint(painter, area, themeOf(figure));
    return {};
}

QImage figureImage(const Figure& figure) {
    // A very large graph is written smaller rather than not at all.
    constexpr double MaxPixels = 120e6, MetresPerInch = 0.0254;
    const double scale = std::min(figure.dotsPerInch / Figure::PixelsPerInch,
                                  std::sqrt(MaxPixels / (figure.size.width() * figure.size.height())));
    QImage image((figure.size * scale).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) return image;
    image.fill(backgroundOf(figure)); // its last row and column may be more than the size in dots, rounded
    image.setDevicePixelRatio(scale);
    image.setText(QStringLiteral("Title"), figure.title);
    if (!figure.about.isEmpty()) image.setText(QStringLiteral("Description"), figure.about);
    if (!paintFigure(figure, image)) return {};
    // Programs that set it in a page make it as large as it was asked for.
    const int dots = static_cast<int>(std::lround(scale * Figure::PixelsPerInch / MetresPerInch));
    image.setDotsPerMeterX(dots);
    image.setDotsPerMeterY(dots);
    return image;
}

} // namespace edgewright::views
