// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/presenter/ink.h"

#include "views/support/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace edgewright::workbench {

namespace {

double distance(const QPointF& from, const QPointF& a, const QPointF& b) {
    const QPointF along = b - a, to = from - a;
    const double length = QPointF::dotProduct(along, along);
    const double at = length > 0 ? std::clamp(QPointF::dotProduct(to, along) / length, 0.0, 1.0) : 0;
    return QLineF(from, a + at * along).length();
}

bool isNear(const QPolygonF& stroke, const QPointF& point, double reach) {
    for (qsizetype i = 0; i < stroke.size(); ++i)
        if (distance(point, stroke[i], stroke[std::max<qsizetype>(i, 1) - 1]) <= reach) return true;
    return false;
}

} // namespace

Ink::Ink(QWidget* over) : QWidget(over) {
    setObjectName(QStringLiteral("ink"));
    setFocusPolicy(Qt::NoFocus);
    setGeometry(over->rect());
    over->installEventFilter(this);
    setTool(Tool::None);
    show();
}

void Ink::setTool(Tool tool) {
    m_tool = tool;
    setAttribute(Qt::WA_TransparentForMouseEvents, tool == Tool::None);
    setCursor(tool == Tool::None ? Qt::ArrowCursor : Qt::CrossCursor);
    raise();
    emit toolChanged();
}

void Ink::clear() {
    m_strokes.clear();
    update();
}

void Ink::draw(const QPointF& to, bool isNew) {
    if (m_tool == Tool::Eraser)
        std::erase_if(m_strokes, [&](const QPolygonF& each) { return isNear(each, to, EraserReach); });
    else if (m_tool == Tool::Pen && (isNew || m_strokes.empty()))
        m_strokes.push_back({to});
    else if (m_tool == Tool::Pen)
        m_strokes.back() << to;
    update();
}

void Ink::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) draw(event->position(), true);
}

void Ink::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) draw(event->position(), false);
}

void Ink::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(
        QPen(views::Theme::forPalette(palette()).bad, PenWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const QPolygonF& each : m_strokes)
        if (each.size() == 1)
            painter.drawPoint(each.front());
        else
            painter.drawPolyline(each);
}

bool Ink::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace edgewright::workbench
