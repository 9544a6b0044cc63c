// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/figure_sheet.h"

#include "core/base/propagate.h"
#include "views/support/plain_tip.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <map>
#include <utility>

namespace edgewright::workbench {

namespace {

constexpr QSize PictureSize(216, 144);                     // logical pixels
constexpr double SheetScale = PictureSize.width() / 658.0; // of a figure 174 mm wide

// In the middle of its place, with the edge of the paper.
QPixmap framed(const QImage& picture, const views::Theme& theme, double ratio) {
    QPixmap place(PictureSize * ratio);
    place.setDevicePixelRatio(ratio);
    place.fill(Qt::transparent);
    if (picture.isNull()) return place;
    const QSizeF size = picture.deviceIndependentSize();
    const QRectF area(
        QPointF((PictureSize.width() - size.width()) / 2, (PictureSize.height() - size.height()) / 2), size);
    QPainter painter(&place);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(area.topLeft(), picture);
    painter.setPen(theme.line);
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    return place;
}

} // namespace

QImage smallPicture(const views::Figure& figure, double scale, QSizeF most, double devicePixelRatio) {
    const double fitting = std::min({scale, most.width() / std::max(figure.size.width(), 1.0),
                                     most.height() / std::max(figure.size.height(), 1.0)});
    const double pixels = fitting * devicePixelRatio; // of the picture, for one of the figure
    QImage picture((figure.size * pixels).toSize().expandedTo(QSize(1, 1)),
                   QImage::Format_ARGB32_Premultiplied);
    if (picture.isNull()) return picture;
    const views::Theme& theme = figure.isDark ? views::Theme::darkTheme() : views::Theme::light();
    picture.fill(figure.isDark ? theme.background : QColor(Qt::white));
    QPainter painter(&picture);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(pixels, pixels);
    figure.paint(painter, QRectF(QPointF(), figure.size), theme);
    painter.end();
    picture.setDevicePixelRatio(devicePixelRatio);
    return picture;
}

FigureSheet::FigureSheet(QThreadPool& pool, QWidget* parent)
    : QListWidget(parent), m_job(pool, tr("Draw small figures")) {
    setViewMode(QListView::IconMode);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setWordWrap(true);
    setTextElideMode(Qt::ElideRight);
    setUniformItemSizes(true);
    setIconSize(PictureSize);
    setGridSize(PictureSize + QSize(24, 16 + 2 * fontMetrics().lineSpacing()));
    setFrameShape(QFrame::NoFrame);
    m_turn.setSingleShot(true);
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, &FigureSheet::drawNext);
    connect(this, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) { emit opened(row(item)); });
}

void FigureSheet::display(std::vector<SheetFigure> figures, const views::FigureStyle& style,
                          FigureFont wanted) {
    m_job.stop();
    std::map<QString, QIcon> known;
    for (int i = 0; i < count(); ++i)
        known.emplace(at(i).figure.name, item(i)->icon());
    const int chosen = currentRow();
    clear();
    m_figures = std::move(figures);
    m_style = &style;
    m_type = wanted;
    m_next = 0;
    for (const SheetFigure& each : m_figures) {
        auto* made = new QListWidgetItem(each.figure.title, this);
        made->setToolTip(
            views::plainTip(tr("%1, of the page %2. Enter or a double click shows it in its true size.")
                                .arg(each.figure.title, each.title)));
        const auto drawn = known.find(each.figure.name);
        made->setIcon(drawn == known.end()
                          ? QIcon(framed({}, views::Theme::forPalette(palette()), devicePixelRatioF()))
                          : drawn->second);
    }
    if (chosen >= 0 && chosen < count()) setCurrentRow(chosen);
    m_turn.start();
}

void FigureSheet::drawNext() {
    if (m_next >= m_figures.size()) return;
    const std::size_t row = m_next++;
    views::Figure figure = views::styled(m_figures[row].figure, *m_style, views::Figure::PixelsPerInch, m_type);
    const double ratio = devicePixelRatioF();
    const auto draw = [figure, ratio](const RunContext& run) -> Result<QImage> {
        ASSIGN_OR_RETURN(const views::Figure made, views::completeFigure(figure, run));
        return smallPicture(made, SheetScale, PictureSize, ratio);
    };
    if (figure.onGuiThread) {
        if (const Result<QImage> picture = draw({})) setPicture(row, *picture);
        return m_turn.start();
    }
    m_job.start(draw, [this, row](Result<QImage> picture) {
        if (picture) setPicture(row, *picture);
        drawNext();
    });
}

void FigureSheet::setPicture(std::size_t row, const QImage& picture) {
    if (QListWidgetItem* shown = item(static_cast<int>(row)))
        shown->setIcon(QIcon(framed(picture, views::Theme::forPalette(palette()), devicePixelRatioF())));
}

// The edges are of the theme.
void FigureSheet::changeEvent(QEvent* event) {
    QListWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    m_job.stop();
    m_next = 0;
    m_turn.start();
}

} // namespace edgewright::workbench
