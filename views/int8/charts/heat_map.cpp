// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/charts/heat_map.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr std::array<HeatPanel, 3> Panels{HeatPanel::Reference, HeatPanel::Quantized, HeatPanel::Error};

} // namespace

HeatMap::HeatMap(QThreadPool& pool, QWidget* parent) : QWidget(parent), m_job(pool, tr("Heat map")) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void HeatMap::display(std::shared_ptr<const pipeline::ComparedTensor> pictures,
                      std::optional<std::int64_t> channel, double errorScale, bool fit) {
    HeatOptions options;
    options.channel = channel;
    options.errorScale = errorScale;
    if (m_painter && !fit) options.window = m_painter->options().window;
    if (m_pictures != pictures) {
        m_pictures = std::move(pictures);
        m_painter.reset();
        m_hovered = -1;
    }
    setOptions(options);
    if (m_painter && fit) m_controller.begin();
}

QRectF HeatMap::seenPart() const {
    const QRectF all(0, 0, 1, 1), seen = m_painter ? m_painter->options().window : all;
    return seen == all ? QRectF() : seen;
}

void HeatMap::setOptions(const HeatOptions& options) {
    if (m_painter && m_painter->options() == options) return;
    m_painter = m_pictures ? std::make_shared<const HeatPainter>(m_pictures, options) : nullptr;
    update();
}

std::optional<QRectF> HeatMap::cellRect(HeatPanel panel, std::int64_t element) const {
    return m_painter ? m_painter->cellRect(area(), panel, element) : std::nullopt;
}

// One picture after the other: those in between are left out, and the old one stays until the next is there.
void HeatMap::draw() {
    const Input now{m_painter, size(), devicePixelRatioF(), &Theme::forPalette(palette()),
                    views::font(TextSize::Small)};
    const bool otherLayer = !m_drawn.painter || !m_painter || &m_drawn.painter->pictures() != m_pictures.get();
    if (now == m_drawn || (m_job.running() && !otherLayer)) return;
    m_drawn = now;
    if (!m_painter) {
        m_job.stop();
        m_picture = QImage();
        return;
    }
    m_job.start(
        [now, area = area()](const RunContext& run) -> Result<QImage> {
            QImage picture(now.size * now.ratio, QImage::Format_RGB32);
            picture.setDevicePixelRatio(now.ratio);
            picture.fill(now.theme->surface);
            QPainter painter(&picture);
            now.painter->paint(painter, area, *now.theme, run);
            if (run.stopped()) return cancelled();
            return picture;
        },
        [this](Result<QImage> picture) {
            if (picture) m_picture = *std::move(picture);
            update();
        });
}

void HeatMap::paintEvent(QPaintEvent*) {
    draw();
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.drawImage(0, 0, m_picture);
    painter.setBrush(Qt::NoBrush);
    const auto frame = [&](std::int64_t element, const QColor& colour) {
        if (!m_painter || element < 0) return;
        for (const HeatPanel panel : Panels)
            if (const auto cell = m_painter->cellRect(area(), panel, element)) {
                const QRectF mark = cell->adjusted(-1.5, -1.5, 1.5, 1.5);
                painter.setPen(QPen(theme.surface, 3));
                painter.drawRect(mark);
                painter.setPen(QPen(colour, 1.5));
                painter.drawRect(mark);
            }
    };
    frame(m_chosen, theme.text);
    frame(m_controller.spot() >= 0 ? m_controller.spot() : m_hovered, theme.accent);
    paintFocus(painter, *this);
}

QRectF HeatMap::panelAt(QPointF at) const {
    for (const HeatPanel panel : Panels)
        if (const QRectF rect = m_painter->panelRect(area(), panel); rect.contains(at)) return rect;
    return m_painter->panelRect(area(), HeatPanel::Error);
}

void HeatMap::setWindow(QRectF window) {
    if (!m_painter) return;
    const CellGrid& grid = m_painter->grid();
    const double width = std::clamp(window.width(), std::min(1.0, 2.0 / grid.columns), 1.0);
    const double height = std::clamp(window.height(), std::min(1.0, 2.0 / grid.rows), 1.0);
    window = QRectF(std::clamp(window.left(), 0.0, 1 - width), std::clamp(window.top(), 0.0, 1 - height), width,
                    height);
    HeatOptions options = m_painter->options();
    options.window = window;
    setOptions(options);
}

void HeatMap::zoomView(double factor, QPointF about, ZoomAxes) {
    if (!m_painter) return;
    const QRectF panel = panelAt(about), w = m_painter->options().window;
    const double fx = std::clamp((about.x() - panel.left()) / panel.width(), 0.0, 1.0);
    const double fy = std::clamp((about.y() - panel.top()) / panel.height(), 0.0, 1.0);
    const double width = w.width() / factor, height = w.height() / factor;
    setWindow({w.left() + fx * (w.width() - width), w.top() + fy * (w.height() - height), width, height});
}

// All panels are of one size.
void HeatMap::panView(QPointF way) {
    if (!m_painter) return;
    const QRectF panel = m_painter->panelRect(area(), HeatPanel::Error), w = m_painter->options().window;
    setWindow(w.translated(-way.x() / panel.width() * w.width(), -way.y() / panel.height() * w.height()));
}

QPointF HeatMap::viewCentre() const {
    return m_painter ? m_painter->panelRect(area(), HeatPanel::Error).center() : QPointF();
}

void HeatMap::hoverView(QPointF at) {
    const std::int64_t hovered = spotAt(at);
    setCursor(hovered >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hovered == m_hovered) return;
    m_hovered = hovered;
    update();
}

void HeatMap::setChosen(std::int64_t element) {
    if (element == m_chosen) return;
    m_chosen = element;
    update();
}

void HeatMap::clickView(const QMouseEvent& event) { chooseSpot(spotAt(event.position())); }

bool HeatMap::chooseSpot(std::int64_t spot) {
    if (spot < 0) return false;
    emit elementChosen(spot);
    return true;
}

std::int64_t HeatMap::spotTowards(std::int64_t from, Qt::Key arrow) const {
    if (!m_painter) return -1;
    const CellGrid& grid = m_painter->grid();
    const QRectF& seen = m_painter->options().window;
    const QPoint step = arrow == Qt::Key_Left    ? QPoint(-1, 0)
                        : arrow == Qt::Key_Right ? QPoint(1, 0)
                        : arrow == Qt::Key_Up    ? QPoint(0, -1)
                                                 : QPoint(0, 1);
    // The first one that can be seen whole, or the one behind the gap between two tiles.
    QPoint at = from >= 0 ? grid.cellOf(from).value_or(QPoint()) + step
                          : QPoint(static_cast<int>(std::ceil(seen.left() * grid.columns - 1e-6)),
                                   static_cast<int>(std::ceil(seen.top() * grid.rows - 1e-6)));
    for (; QRect(0, 0, grid.columns, grid.rows).contains(at); at += step)
        if (const std::int64_t element = grid.at(at.x(), at.y()); element >= 0) return element;
    return -1;
}

QRectF HeatMap::spotRect(std::int64_t spot) const {
    return m_painter ? m_painter->wholeCellRect(area(), HeatPanel::Error, spot).value_or(QRectF()) : QRectF();
}

QRectF HeatMap::spotRoom() const {
    return m_painter ? m_painter->panelRect(area(), HeatPanel::Error) : QRectF();
}

QString HeatMap::spotText(std::int64_t spot) const {
    return m_pictures ? elementTip(*m_pictures, spot) : QString();
}

bool HeatMap::clearView() { return emit cleared(); }

void HeatMap::leaveEvent(QEvent*) {
    m_hovered = -1;
    update();
}

void HeatMap::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LanguageChange) {
        m_drawn = {};
        update();
    }
    QWidget::changeEvent(event);
}

bool HeatMap::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_painter) return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const std::int64_t element = m_painter->elementAt(area(), help->pos());
    if (element >= 0)
        QToolTip::showText(help->globalPos(),
                           elementTip(*m_pictures, element) + QLatin1Char('\n') +
                               tr("Click: how this value is computed"),
                           this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace edgewright::views
