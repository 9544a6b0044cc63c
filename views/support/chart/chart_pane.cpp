// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/chart_pane.h"

#include "views/support/chart/chart_style.h"

#include <QApplication>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QHelpEvent>
#include <QLogValueAxis>
#include <QMouseEvent>
#include <QToolTip>
#include <QValueAxis>

#include <cmath>
#include <limits>

namespace edgewright::views {

namespace {

constexpr double Reach = 12; // pixels from a point that still count as on it

} // namespace

ChartPane::ChartPane(QWidget* parent) : QChartView(parent) {
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setMinimumSize(240, 180);
}

ChartPane::~ChartPane() = default;

void ChartPane::display(BuiltChart built, bool keepView) {
    const Ranges kept = ranges();
    QChart* old = chart();
    m_targets = std::move(built.targets);
    built.chart->layout()->setContentsMargins(0, 0, 0, 0);
    setChart(built.chart.release());
    delete old; // setChart() gave it back to us
    m_fit = ranges();
    m_zoomed = keepView && m_zoomed && kept.size() == m_fit.size();
    if (m_zoomed) setRanges(kept);
}

ChartPane::Ranges ChartPane::ranges() const {
    Ranges result;
    for (QAbstractAxis* axis : chart()->axes()) {
        if (auto* value = qobject_cast<QValueAxis*>(axis)) result.emplace_back(value->min(), value->max());
        if (auto* log = qobject_cast<QLogValueAxis*>(axis)) result.emplace_back(log->min(), log->max());
    }
    return result;
}

void ChartPane::setRanges(const Ranges& ranges) {
    std::size_t index = 0;
    for (QAbstractAxis* axis : chart()->axes())
        if (index < ranges.size()) {
            axis->setRange(ranges[index].first, ranges[index].second);
            ++index;
        }
}

QPointF ChartPane::positionOf(std::size_t index) const {
    const ChartTarget& target = m_targets.at(index);
    const QPointF inChart = chart()->mapToPosition(target.at, target.series);
    return mapFromScene(chart()->mapToScene(inChart));
}

std::optional<std::size_t> ChartPane::targetAt(QPointF at) const {
    if (m_targets.empty()) return std::nullopt;
    const QPointF inChart = chart()->mapFromScene(mapToScene(at.toPoint()));
    if (!chart()->plotArea().adjusted(-4, -4, 4, 4).contains(inChart)) return std::nullopt;
    std::optional<std::size_t> nearest;
    double least = m_byColumn ? std::numeric_limits<double>::infinity() : Reach;
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        const QPointF p = chart()->mapToPosition(m_targets[i].at, m_targets[i].series) - inChart;
        const double distance = m_byColumn ? std::abs(p.x()) : std::hypot(p.x(), p.y());
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

void ChartPane::wheelEvent(QWheelEvent* event) {
    const double factor = std::pow(1.0015, event->angleDelta().y());
    const QPointF from =
        chart()->mapFromScene(mapToScene(event->position().toPoint())) - chart()->plotArea().center();
    chart()->zoom(factor);
    chart()->scroll(from.x() * (factor - 1), -from.y() * (factor - 1));
    m_zoomed = true;
    event->accept();
}

void ChartPane::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) m_pressed = event->position();
}

void ChartPane::mouseMoveEvent(QMouseEvent* event) {
    if (m_pressed && !m_dragged &&
        (event->position() - *m_pressed).manhattanLength() >= QApplication::startDragDistance())
        m_dragged = *m_pressed;
    if (m_dragged) {
        const QPointF moved = event->position() - *m_dragged;
        chart()->scroll(-moved.x(), moved.y());
        m_dragged = event->position();
        m_zoomed = true;
        return;
    }
    viewport()->setCursor(targetAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ChartPane::mouseReleaseEvent(QMouseEvent* event) {
    const bool click = m_pressed && !m_dragged && event->button() == Qt::LeftButton;
    m_pressed.reset();
    m_dragged.reset();
    if (!click) return;
    if (const auto target = targetAt(event->position()))
        emit targetClicked(*target);
    else
        emit cleared();
}

void ChartPane::mouseDoubleClickEvent(QMouseEvent*) {
    setRanges(m_fit);
    m_zoomed = false;
}

void ChartPane::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape:
        emit cleared();
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        chart()->zoom(1.25);
        m_zoomed = true;
        return;
    case Qt::Key_Minus:
        chart()->zoom(0.8);
        m_zoomed = true;
        return;
    case Qt::Key_Home:
        setRanges(m_fit);
        m_zoomed = false;
        return;
    default:
        QChartView::keyPressEvent(event);
    }
}

bool ChartPane::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const auto target = targetAt(help->pos()))
            QToolTip::showText(help->globalPos(), m_targets[*target].tip, viewport());
        else
            QToolTip::hideText();
        return true;
    }
    return QChartView::viewportEvent(event);
}

Figure chartFigure(QString name, QString title, QSizeF size, std::function<BuiltChart(const Theme&)> build) {
    return {std::move(name), std::move(title), size,
            [build = std::move(build)](QPainter& painter, const QRectF& area, const Theme& theme) {
                BuiltChart built = build(theme);
                QGraphicsScene scene;
                QChart* chart = built.chart.release();
                scene.addItem(chart); // takes ownership
                chart->layout()->setContentsMargins(0, 0, 0, 0);
                chart->resize(area.size());
                chart->layout()->activate();
                paintChart(*chart, painter, area, theme, theme);
            }};
}

QAbstractAxis* makeLogAxis(double low, double high, const QString& title) {
    auto* axis = new QLogValueAxis;
    const bool decades = std::floor(std::log10(high)) - std::ceil(std::log10(low)) >= 1;
    axis->setBase(decades ? 10 : 2);
    axis->setRange(low, high);
    axis->setLabelFormat(QStringLiteral("%g"));
    axis->setTitleText(title);
    return axis;
}

} // namespace edgewright::views
