// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure_style.h"

#include "core/base/propagate.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr double MillimetresPerInch = 25.4;
constexpr double PageHeight = 240; // mm, of the text on A4: no figure that keeps its parts is higher

double pixels(double millimetres) { return millimetres / MillimetresPerInch * Figure::PixelsPerInch; }

// `figure` is complete.
Figure resized(Figure figure, const FigureStyle& style) {
    const double type = font(TextSize::Body).pointSizeF();
    double scale = style.bodyType / type;
    if (const auto arrange = figure.arrange)
        arrange(figure,
                QSizeF(pixels(style.width), pixels(style.height > 0 ? style.height : PageHeight)) / scale);
    QSizeF room(pixels(style.width), style.height > 0 ? pixels(style.height) : figure.size.height() * scale);
    if (figure.isFixed) {
        scale = std::min(scale, room.width() / figure.size.width());
        scale = std::min(scale, pixels(style.height > 0 ? style.height : PageHeight) / figure.size.height());
        if (style.height == 0) room = figure.size * scale;
    }
    figure.size = room;
    figure.paint = [paint = std::move(figure.paint), scale](QPainter& painter, const QRectF& area,
                                                            const Theme& theme) {
        painter.save();
        painter.translate(area.topLeft());
        painter.scale(scale, scale);
        paint(painter, QRectF(QPointF(), area.size() / scale), theme);
        painter.restore();
    };
    return figure;
}

} // namespace

const FigureStyle* findFigureStyle(QStringView key) {
    const auto* found = std::ranges::find_if(
        FigureStyles, [&](const FigureStyle& each) { return key == QLatin1String(each.key); });
    return found == std::end(FigureStyles) ? nullptr : found;
}

QString figureStyleTitle(const FigureStyle& style) {
    return QCoreApplication::translate("FigureStyle", style.title);
}

Figure styled(Figure figure, const FigureStyle& style, double dotsPerInch) {
    figure.dotsPerInch = dotsPerInch;
    figure.isDark = style.isDark;
    if (!figure.make) return style.width > 0 ? resized(std::move(figure), style) : figure;
    figure.make = [make = std::move(figure.make), style, dotsPerInch](const RunContext& run) -> Result<Figure> {
        ASSIGN_OR_RETURN(Figure made, make(run));
        return styled(std::move(made), style, dotsPerInch);
    };
    return figure;
}

} // namespace edgewright::views
