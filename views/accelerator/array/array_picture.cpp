// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/array_parts.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QTextDocumentFragment>

#include <algorithm>

namespace edgewright::views {

namespace {

struct ArrayPictureText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ArrayPicture)
};

constexpr double Space = 8;
constexpr int WrappedText = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

double wrappedHeight(const QRectF& area, const QString& text) {
    return QFontMetricsF(font(TextSize::Small)).boundingRect(area, WrappedText, text).height();
}

void paintArrayParts(QPainter& painter, const ArrayLayout& layout, const Theme& theme, const ArrayScene& scene,
                     const cost::ArrayState& state) {
    paintCellLegend(&painter, layout.legend, theme, scene);
    paintCells(painter, layout.cells, theme, scene, state);
    paintFolds(painter, layout.folds, theme, scene, state.fold().index);
    paintSrams(painter, layout.srams, theme, scene, state.fold().step);
}

} // namespace

ArrayLayout arrayLayout(const QRectF& area, const ArrayScene& scene, double caption) {
    ArrayLayout layout;
    const double line = caption < 0 ? 0 : std::max(QFontMetricsF(font(TextSize::Small)).height(), caption) + 4;
    layout.caption = QRectF(area.left(), area.top(), area.width(), line);
    const QRectF rest = area.adjusted(0, line > 0 ? line + 4 : 0, 0, 0);
    const bool isWide = rest.width() >= 1.35 * rest.height() && rest.width() >= 520;
    const double srams = std::clamp(rest.height() * 0.44, 84.0, 180.0);
    if (isWide) { // the cells to the left over the whole height
        const QRectF cells(rest.left(), rest.top(), std::min(rest.width() * 0.5, rest.height() + 12),
                           rest.height());
        layout.cells = cells;
        const QRectF right(cells.right() + 2 * Space, rest.top(), rest.right() - cells.right() - 2 * Space,
                           rest.height());
        const double legend = paintCellLegend(nullptr, right, {}, scene);
        layout.legend = QRectF(right.left(), right.top(), right.width(), legend);
        layout.srams = QRectF(right.left(), right.bottom() - srams, right.width(), srams);
        layout.folds = QRectF(right.left(), layout.legend.bottom() + Space, right.width(),
                              layout.srams.top() - layout.legend.bottom() - 2 * Space);
        return layout;
    }
    const double legend = paintCellLegend(nullptr, rest, {}, scene);
    layout.legend = QRectF(rest.left(), rest.top(), rest.width(), legend);
    layout.srams = QRectF(rest.left(), rest.bottom() - srams, rest.width(), srams);
    const QRectF middle(rest.left(), layout.legend.bottom() + 4, rest.width(),
                        layout.srams.top() - layout.legend.bottom() - 4 - Space);
    const double cells = std::min(middle.width() * 0.65, middle.height() + 12);
    layout.cells = QRectF(middle.left(), middle.top(), cells, middle.height());
    layout.folds = QRectF(layout.cells.right() + Space, middle.top(),
                          middle.right() - layout.cells.right() - Space, middle.height());
    return layout;
}

void paintArray(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                const cost::ArrayState& state, const ArrayMoment& moment, bool isWhole) {
    const QString caption = momentText(scene, state, moment);
    const ArrayLayout layout = arrayLayout(area, scene, isWhole ? wrappedHeight(area, caption) : 0);
    painter.save();
    painter.setFont(font(TextSize::Small));
    painter.setPen(theme.text);
    if (isWhole)
        painter.drawText(layout.caption, WrappedText, caption);
    else
        painter.drawText(
            layout.caption, Qt::AlignVCenter,
            QFontMetricsF(painter.font()).elidedText(caption, Qt::ElideRight, layout.caption.width()));
    paintArrayParts(painter, layout, theme, scene, state);
    painter.restore();
}

Slide arraySlide(const Scene& scene, const ArrayMoment& moment, int cyclesPerSecond) {
    const cost::ArrayState state(scene->walk, moment.fold, moment.cycle);
    const auto paint = [scene, state](QPainter& painter, const QRectF& area, const Theme& theme) {
        painter.save();
        paintArrayParts(painter, arrayLayout(area, *scene, -1), theme, *scene, state);
        painter.restore();
    };
    Slide slide = slideOf({QStringLiteral("array"), momentText(*scene, state, moment), {0, 0}, paint},
                          QTextDocumentFragment::fromHtml(sceneText(*scene)).toPlainText());
    slide.stepped = [scene, moment, cyclesPerSecond](std::int64_t cycles) -> std::optional<Slide> {
        const ArrayMoment next = momentAfter(scene->walk, moment, cycles);
        if (next == moment) return std::nullopt;
        return arraySlide(scene, next, cyclesPerSecond);
    };
    slide.perSecond = cyclesPerSecond;
    return slide;
}

Figure arrayFigure(const Scene& scene, const ArrayMoment& moment) {
    const QString text = QTextDocumentFragment::fromHtml(sceneText(*scene)).toPlainText();
    return {QStringLiteral("array"), ArrayPictureText::tr("%1 on the array").arg(scene->name), QSizeF(658, 420),
            [scene, moment, text](QPainter& painter, const QRectF& area, const Theme& theme) {
                painter.save();
                painter.setFont(font(TextSize::Small));
                painter.setPen(theme.text);
                const double high = wrappedHeight(area, text);
                painter.drawText(QRectF(area.left(), area.top(), area.width(), high), WrappedText, text);
                painter.restore();
                const cost::ArrayState state(scene->walk, moment.fold, moment.cycle);
                paintArray(painter, area.adjusted(0, high + 4, 0, 0), theme, *scene, state, moment, true);
            }};
}

} // namespace edgewright::views
