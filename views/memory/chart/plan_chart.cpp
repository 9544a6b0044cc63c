// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart shows; plan_chart_input.cpp has what a person does with it.
#include "views/memory/chart/plan_chart.h"

#include "views/support/figure/figure_menu.h"

#include <QEvent>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int CardDelay = 150;

} // namespace

PlanChart::PlanChart(QThreadPool& pool, QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_cardDelay.setSingleShot(true);
    m_cardDelay.setInterval(CardDelay);
    addFigureMenu(*this, *this, pool, [this] { return figure(); });
    connect(&m_cardDelay, &QTimer::timeout, this, &PlanChart::showCard);
}

void PlanChart::setPainter(std::shared_ptr<const PlanPainter> painter) {
    m_painter = std::move(painter);
    m_highlighted.clear();
    m_walked = {};
    m_hovered = {};
    m_hoveredLink.reset();
    m_cardDelay.stop();
    invalidate();
}

void PlanChart::setFit(const PlaneWindow& fit) {
    const bool fitted = m_window == m_fit;
    if (fit == m_fit) return;
    m_fit = fit;
    setWindow(fitted ? fit : m_window);
}

void PlanChart::setWindow(const PlaneWindow& wanted) {
    PlaneWindow w = wanted;
    const auto clamp = [](double& low, double& high, double fitLow, double fitHigh) {
        const double span = std::min(high - low, fitHigh - fitLow);
        low = std::clamp(low, fitLow, fitHigh - span);
        high = low + span;
    };
    clamp(w.x0, w.x1, m_fit.x0, m_fit.x1);
    clamp(w.y0, w.y1, m_fit.y0, m_fit.y1);
    if (w == m_window) return;
    m_window = w;
    invalidate();
}

void PlanChart::setHighlighted(std::vector<LifeId> lives) {
    if (!m_walking) m_walked = {};
    if (lives == m_highlighted) return;
    m_highlighted = std::move(lives);
    m_texts = QPixmap();
    update();
}

void PlanChart::setStep(std::optional<std::int64_t> step) {
    if (step == m_step) return;
    m_step = step;
    m_texts = QPixmap();
    update();
}

std::optional<QRectF> PlanChart::lifeRect(LifeId id) const {
    return m_painter ? m_painter->lifeRect(area(), m_window, id) : std::nullopt;
}

QPointF PlanChart::stepPoint(std::int64_t step) const {
    if (!m_painter) return {};
    return {m_painter->xOf(area(), m_window, static_cast<double>(step) + 0.5),
            m_painter->plot(area()).bottom() + 8};
}

void PlanChart::reveal(std::int64_t step) {
    const double at = static_cast<double>(step), span = m_window.x1 - m_window.x0;
    if (at >= m_window.x0 && at + 1 <= m_window.x1) return;
    PlaneWindow w = m_window;
    w.x0 = at + 0.5 - span / 2;
    w.x1 = w.x0 + span;
    go(w);
}

void PlanChart::reveal(LifeId id) {
    if (!m_painter || lifeRect(id)) return;
    const Life& life = m_painter->side().life(id);
    PlaneWindow w = m_window;
    const double width = w.x1 - w.x0, height = w.y1 - w.y0;
    if (static_cast<double>(life.upper) <= w.x0 || static_cast<double>(life.lower) >= w.x1) {
        w.x0 = static_cast<double>(life.lower + life.upper) / 2 - width / 2;
        w.x1 = w.x0 + width;
        setWindow(w);
    }
    // Where it is along y is the painter's to know: look through the whole height for it.
    if (!lifeRect(id)) {
        PlaneWindow whole = m_window;
        whole.y0 = m_fit.y0;
        whole.y1 = m_fit.y1;
        if (const auto rect = m_painter->lifeRect(area(), whole, id)) {
            const QRectF inside = m_painter->plot(area());
            double share = (rect->center().y() - inside.top()) / inside.height();
            if (m_painter->yUpwards()) share = 1 - share;
            whole.y0 = m_fit.y0 + share * (m_fit.y1 - m_fit.y0) - height / 2;
            whole.y1 = whole.y0 + height;
            setWindow(whole);
        }
    }
    emit windowChanged(m_window);
}

void PlanChart::zoomTo(std::int64_t step, const std::vector<LifeId>& lives) {
    constexpr double StepsBeside = 15, RowsBeside = 3;
    if (!m_painter) return;
    PlaneWindow w = m_window;
    const double middle = static_cast<double>(step) + 0.5;
    w.x0 = std::max(middle - StepsBeside, m_fit.x0);
    w.x1 = std::min(middle + StepsBeside, m_fit.x1);
    if (const auto rows = m_painter->rowsOf(lives)) {
        w.y0 = std::max(static_cast<double>(rows->first) - RowsBeside, m_fit.y0);
        w.y1 = std::min(static_cast<double>(rows->second) + 1 + RowsBeside, m_fit.y1);
    }
    go(w);
}

std::optional<Figure> PlanChart::figure() const {
    if (!m_painter) return std::nullopt;
    return Figure{
        objectName(),
        accessibleName(),
        {658, 360},
        [painter = m_painter, window = m_window](QPainter& target, const QRectF& area, const Theme& theme) {
            painter->paintPlain(target, area, theme, window);
        }};
}

void PlanChart::invalidate() {
    m_base = m_texts = QPixmap();
    update();
}

void PlanChart::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    const ChartMarks marks{m_step, m_highlighted, m_hovered};
    const auto renew = [&](QPixmap& layer, const QColor& ground, const auto& paint) {
        const double ratio = devicePixelRatioF(); // another screen may have another one
        if (!layer.isNull() && layer.devicePixelRatio() == ratio) return;
        layer = QPixmap(size() * ratio);
        layer.setDevicePixelRatio(ratio);
        layer.fill(ground);
        if (!m_painter) return;
        QPainter painter(&layer);
        painter.setRenderHint(QPainter::Antialiasing);
        paint(painter);
    };
    renew(m_base, theme.surface, [&](QPainter& to) { m_painter->paint(to, area(), theme, m_window); });
    // What is hovered moves no text.
    renew(m_texts, Qt::transparent,
          [&](QPainter& to) { m_painter->paintTexts(to, area(), theme, m_window, marks); });
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_base);
    if (m_painter) {
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_step) m_painter->paintCursor(painter, area(), theme, m_window, *m_step);
        m_painter->paintMarks(painter, area(), theme, m_window, marks);
        painter.drawPixmap(0, 0, m_texts);
    }
    paintFocus(painter, *this);
}

void PlanChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LanguageChange)
        invalidate();
    QWidget::changeEvent(event);
}

void PlanChart::resizeEvent(QResizeEvent*) { invalidate(); }

} // namespace edgewright::views
