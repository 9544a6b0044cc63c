// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure_style.h"

#include "core/base/propagate.h"

#include <QCoreApplication>
#include <QFontDatabase>

#include <algorithm>
#include <array>
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

Figure::Page inFamily(Figure::Page page, const QString& family) {
    page.paint = [paint = std::move(page.paint), family](QPainter& painter, const QRectF& area,
                                                         const Theme& theme) {
        const FontScope scope(family);
        painter.save();
        QFont type = painter.font();
        type.setFamilies(QStringList{family} + type.families());
        painter.setFont(type);
        paint(painter, area, theme);
        painter.restore();
    };
    return page;
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

struct Look {
    FigureStyle style;
    QString family;
};

Figure::Page inLook(Figure::Page page, bool isFixed, const Look& look) {
    if (look.style.width > 0) page = resizedPage(std::move(page), isFixed, look.style);
    return inFamily(std::move(page), look.family);
}

// `figure` is complete.
Result<Figure> inLook(Figure figure, const Look& look, const RunContext& run) {
    std::vector<Figure::Page> pages{{figure.size, figure.paint}};
    if (const auto arrange = std::exchange(figure.arrange, {}); arrange && look.style.width > 0) {
        const double scale = bodyScale(look.style);
        const double least = look.style.leastType / (font(TextSize::Small).pointSizeF() * scale);
        ASSIGN_OR_RETURN(pages, arrange(pageOf(look.style) / scale, least, run));
    }
    for (Figure::Page& page : pages)
        page = inLook(std::move(page), figure.isFixed, look);
    figure.size = pages.front().size;
    figure.paint = pages.front().paint;
    if (pages.size() > 1) figure.pages = std::move(pages);
    return figure;
}

// One figure, made once for whoever asks, on any thread.
class MadeFigure {
public:
    MadeFigure(Figure figure, Look look) : m_figure(std::move(figure)), m_look(std::move(look)) {}
    Result<Figure> get(const RunContext& run) {
        const std::scoped_lock lock(m_mutex);
        if (m_made) return *m_made;
        const FontScope scope(m_look.family); // of what is measured
        ASSIGN_OR_RETURN(Figure made, completeFigure(m_figure, run));
        ASSIGN_OR_RETURN(made, inLook(std::move(made), m_look, run));
        m_made = made;
        return made;
    }

private:
    std::mutex m_mutex;
    const Figure m_figure; // as on the screen
    const Look m_look;
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

QString figureFamily(FigureFont wanted) {
    // In the order of FigureFont; as the fonts of the machine are called, where the build found none to bring
    // along.
    static const std::array<QString, 2> Families = [] {
        std::array<QString, 2> families{QStringLiteral("Sans"), QStringLiteral("Serif")};
        for (QString& family : families)
            for (const char* weight : {"", "-Bold"}) {
                const int added = QFontDatabase::addApplicationFont(
                    QStringLiteral(":/fonts/DejaVu%1%2.ttf").arg(family, QLatin1String(weight)));
                const QStringList found = QFontDatabase::applicationFontFamilies(added);
                if (!found.isEmpty() && weight[0] != '\0') family = found.front();
            }
        return families;
    }();
    return Families[static_cast<std::size_t>(wanted)];
}

Figure styled(Figure figure, const FigureStyle& style, double dotsPerInch, FigureFont wanted) {
    const Look look{style, figureFamily(wanted)};
    figure.dotsPerInch = dotsPerInch;
    figure.isDark = style.isDark;
    if (!figure.make && !figure.arrange) {
        Figure::Page page = inLook({figure.size, std::move(figure.paint)}, figure.isFixed, look);
        figure.size = page.size;
        figure.paint = std::move(page.paint);
        return figure;
    }
    figure.make = [made = std::make_shared<MadeFigure>(figure, look)](const RunContext& run) {
        return made->get(run);
    };
    return figure;
}

} // namespace edgewright::views
