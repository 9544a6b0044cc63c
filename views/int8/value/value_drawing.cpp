// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/value/value_drawing.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace edgewright::views {

ValueDrawing::ValueDrawing(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize ValueDrawing::sizeHint() const { return QSize(680, 330).expandedTo(minimumSizeHint()); }

// With its margins.
QSize ValueDrawing::minimumSizeHint() const {
    constexpr int HeightOfNothing = 240;
    const int height = m_painter ? qCeil(m_painter->smallest().height()) : HeightOfNothing;
    return QSize(ValuePainter::SmallestWidth, height) + QSize(8, 6);
}

void ValueDrawing::display(std::shared_ptr<const ValuePainter> painter) {
    m_painter = std::move(painter);
    setStep(m_step);
    tell();
    updateGeometry();
    update();
}

void ValueDrawing::setStep(std::size_t step) {
    const std::size_t steps = m_painter ? stepCount(m_painter->trace()) : 1;
    step = std::min(step, steps - 1);
    if (step == m_step) return;
    m_step = step;
    tell();
    update();
}

// For those who hear it.
void ValueDrawing::tell() {
    setAccessibleDescription(m_painter ? stepTitle(m_painter->trace(), m_step) + QStringLiteral(": ") +
                                             stepText(m_painter->trace(), m_step)
                                       : QString());
}

QRectF ValueDrawing::cellRect(std::size_t term) const {
    return m_painter ? m_painter->cellOf(area(), term) : QRectF();
}

std::optional<std::size_t> ValueDrawing::stepAt(QPointF at) const {
    return m_painter ? m_painter->stepAt(area(), at, m_step) : std::nullopt;
}

void ValueDrawing::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_painter) m_painter->paint(painter, area(), theme, m_step);
    paintFocus(painter, *this);
}

void ValueDrawing::keyPressEvent(QKeyEvent* event) {
    if (!m_painter || (event->modifiers() & ~Qt::KeypadModifier) != 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::size_t last = stepCount(m_painter->trace()) - 1;
    const auto page = static_cast<std::size_t>(std::max<std::int64_t>(m_painter->trace().inputChannels, 10));
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        emit stepChosen(std::min(m_step + 1, last));
        break;
    case Qt::Key_Left:
    case Qt::Key_Up:
        emit stepChosen(m_step - std::min<std::size_t>(m_step, 1));
        break;
    case Qt::Key_PageDown:
        emit stepChosen(std::min(m_step + page, last));
        break;
    case Qt::Key_PageUp:
        emit stepChosen(m_step - std::min(m_step, page));
        break;
    case Qt::Key_Home:
        emit stepChosen(0);
        break;
    case Qt::Key_End:
        emit stepChosen(last);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void ValueDrawing::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto step = stepAt(event->position())) emit stepChosen(*step);
}

void ValueDrawing::mouseMoveEvent(QMouseEvent* event) {
    const auto step = stepAt(event->position());
    setCursor(step ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (step && (event->buttons() & Qt::LeftButton) != 0) emit stepChosen(*step);
}

void ValueDrawing::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) updateGeometry();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
    QWidget::changeEvent(event);
}

bool ValueDrawing::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_painter) return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    if (const auto step = stepAt(help->pos()))
        QToolTip::showText(help->globalPos(),
                           stepTitle(m_painter->trace(), *step) + QLatin1Char('\n') +
                               stepText(m_painter->trace(), *step),
                           this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace edgewright::views
