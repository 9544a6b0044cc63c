// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure_style.h"

#include "core/base/propagate.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double MillimetresPerInch = 25.4;
constexpr double PageHeight = 240; // mm, of the text on A4: no figure that keeps its parts is higher

double pixels(double millimetres) { return millimetres / MillimetresPerInch * Figure::PixelsPerInch; }

double bodyScale(const FigureStyle& style) { return style.bodyType / font(TextSize::Body).pointSizeF(); }

// The most that a figure which keeps its parts takes.
QSizeF pageOf(const FigureStyle& style) {
    return {pixels(style.width), pixels(style.height > 0 ? style.height : PageHeight)};
}

Figure::Page resizedPage(Figure::Page page, bool isFixed, const FigureStyle& style) {
    double scale = bodyScale(style);
    QSizeF room(pixels(style.width), style.height > 0 ? pixels(style.height) : page.size.height() * scale);
    if (isFixed) {
        const QSizeF most = pageOf(style);
        scale = std::min({scale, most.width() / page.size.width(), most.height() / page.size.height()});
        if (style.height == 0) room = page.size * scale;
    }
    page.size = room;
    page.paint = [paint = std::move(page.paint), scale](QPainter& painter, const QRectF& area,
                                                        const Theme& theme) {
        painter.save();
        painter.translate(area.topLeft());
        painter.scale(scale, scale);
        paint(painter, QRectF(QPointF(), area.size() / scale), theme);
        painter.restore();
    };
    return page;
}

// `figure` is complete.
Result<Figure> resized(Figure figure, const FigureStyle& style, const RunContext& run) {
    std::vector<Figure::Page> pages{{figure.size, figure.paint}};
    if (const auto arrange = std::exchange(figure.arrange, {})) {
        const double least = style.leastType / (font(TextSize::Small).pointSizeF() * bodyScale(style));
        ASSIGN_OR_RETURN(pages, arrange(pageOf(style) / bodyScale(style), least, run));
    }
    for (Figure::Page& page : pages)
        page = resizedPage(std::move(page), figure.isFixed, style);
    figure.size = pages.front().size;
    figure.paint = pages.front().paint;
    if (pages.size() > 1) figure.pages = std::move(pages);
    return figure;
}

// One figure, made once for whoever asks, on any thread.
class MadeFigure {
public:
    MadeFigure(Figure figure, const FigureStyle& style) : m_figure(std::move(figure)), m_style(style) {}
    Result<Figure> get(const RunContext& run) {
        const std::scoped_lock lock(m_mutex);
        if (m_made) return *m_made;
        ASSIGN_OR_RETURN(Figure made, completeFigure(m_figure, run));
        made.dotsPerInch = m_figure.dotsPerInch;
        made.isDark = m_figure.isDark;
        if (m_style.width > 0) {
            ASSIGN_OR_RETURN(made, resized(std::move(made), m_style, run));
        }
        m_made = made;
        return made;
    }

private:
    std::mutex m_mutex;
    const Figure m_figure; // without style
    const FigureStyle m_style;
    std::optional<Figure> m_made;
};

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
    if (!figure.make && style.width <= 0) return figure;
    if (!figure.make && !figure.arrange) {
        Figure::Page page = resizedPage({figure.size, std::move(figure.paint)}, figure.isFixed, style);
        figure.size = page.size;
        figure.paint = std::move(page.paint);
        return figure;
    }
    figure.make = [made = std::make_shared<MadeFigure>(figure, style)](const RunContext& run) {
        return made->get(run);
    };
    return figure;
}

} // namespace edgewright::views
