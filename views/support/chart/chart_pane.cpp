// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/chart_pane.h"

#include "views/support/chart/axis_titles.h"
#include "views/support/chart/chart_legend.h"
#include "views/support/chart/chart_style.h"
#include "views/support/figure/mark_titles.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"

#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QHelpEvent>
#include <QLegend>
#include <QLegendMarker>
#include <QLogValueAxis>
#include <QMouseEvent>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace edgewright::views {

namespace {

constexpr double TargetReach = 12; // pixels from a point that still count as on it
constexpr double MinTickGap = 6;   // pixels between the labels of an upright axis; Qt cuts closer ones to "…"
constexpr auto StepProperty = "edgewrightStep"; // of an axis: its ticks where there is room for them

// With so few binary digits that ticks, which are added up from the lowest one, meet zero and not a remainder
// of it. Rounded to the side on which a tick at the low end stays within the range.
double tickStep(double step, double low) {
    constexpr int BinaryDigits = 42;
    int exponent = 0;
    const double digits = std::ldexp(std::frexp(step, &exponent), BinaryDigits);
    return std::ldexp(low < 0 ? std::floor(digits) : std::ceil(digits), exponent - BinaryDigits);
}

bool isLogarithmic(const QAbstractAxis& axis) { return qobject_cast<const QLogValueAxis*>(&axis) != nullptr; }

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
    if (!keepView) m_controller.begin();
    fitTicks();
}

void ChartPane::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    fitTicks();
}

void ChartPane::fitTicks() {
    chart()->layout()->activate();
    for (int pass = 0; pass < 2; ++pass) { // a narrower legend may take a line of the plot
        fitUprightTitle(*chart());
        chart()->layout()->activate();
    }
    const double height = chart()->plotArea().height();
    if (height <= 0) return; // no place yet
    for (QAbstractAxis* each : chart()->axes(Qt::Vertical)) {
        auto* axis = qobject_cast<QValueAxis*>(each);
        const double step = axis ? axis->property(StepProperty).toDouble() : 0;
        if (step <= 0) continue;
        const double line = QFontMetricsF(axis->labelsFont()).height() + MinTickGap;
        double interval = step;
        for (const int times : {1, 2, 5, 10, 20, 50}) {
            interval = step * times;
            if (height * interval >= line * (axis->max() - axis->min())) break;
        }
        if (axis->tickInterval() != interval) axis->setTickInterval(interval);
    }
}

std::vector<QAbstractAxis*> ChartPane::numberAxes() const {
    std::vector<QAbstractAxis*> axes;
    for (QAbstractAxis* axis : chart()->axes())
        if (isLogarithmic(*axis) || qobject_cast<QValueAxis*>(axis)) axes.push_back(axis);
    return axes;
}

ChartPane::Ranges ChartPane::ranges() const {
    Ranges result;
    for (QAbstractAxis* axis : numberAxes())
        if (auto* log = qobject_cast<QLogValueAxis*>(axis))
            result.emplace_back(std::log10(log->min()), std::log10(log->max()));
        else if (auto* value = qobject_cast<QValueAxis*>(axis))
            result.emplace_back(value->min(), value->max());
    return result;
}

void ChartPane::setRanges(const Ranges& ranges) {
    const std::vector<QAbstractAxis*> axes = numberAxes();
    for (std::size_t i = 0; i < std::min(axes.size(), ranges.size()); ++i) {
        const auto [low, high] = ranges[i];
        if (isLogarithmic(*axes[i]))
            axes[i]->setRange(std::pow(10, low), std::pow(10, high));
        else
            axes[i]->setRange(low, high);
    }
    fitTicks();
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
    double least = m_byColumn ? std::numeric_limits<double>::infinity() : TargetReach;
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

void ChartPane::moveRanges(ZoomAxes axes, double factor, QPointF fixed, QPointF way) {
    Ranges next = ranges();
    const std::vector<QAbstractAxis*> all = numberAxes();
    for (std::size_t i = 0; i < next.size(); ++i) {
        const bool across = all[i]->orientation() == Qt::Horizontal;
        if (axes != ZoomAxes::Both && (axes == ZoomAxes::Horizontal) != across) continue;
        const auto [low, high] = next[i];
        const auto [least, most] = m_fit[i];
        const double share = across ? fixed.x() : fixed.y(), moved = across ? way.x() : way.y();
        const double span = std::min((high - low) / factor, most - least);
        double start = low + share * (high - low) - share * span - moved * (high - low);
        start = std::clamp(start, least, std::max(least, most - span));
        next[i] = {start, start + span};
    }
    setRanges(next);
    m_zoomed = true;
}

QRectF ChartPane::seenPart() const {
    if (!m_zoomed) return {};
    QRectF part(0, 0, 1, 1);
    const std::vector<QAbstractAxis*> all = numberAxes();
    const Ranges now = ranges();
    for (std::size_t i = 0; i < now.size(); ++i) {
        const auto [least, most] = m_fit[i];
        const double from = (now[i].first - least) / (most - least),
                     to = (now[i].second - least) / (most - least);
        if (all[i]->orientation() == Qt::Horizontal)
            part.setCoords(from, part.top(), to, part.bottom());
        else
            part.setCoords(part.left(), 1 - to, part.right(), 1 - from);
    }
    return part & QRectF(0, 0, 1, 1);
}

void ChartPane::seePart(const QRectF& part) {
    Ranges next = m_fit;
    const std::vector<QAbstractAxis*> all = numberAxes();
    for (std::size_t i = 0; i < next.size(); ++i) {
        const bool across = all[i]->orientation() == Qt::Horizontal;
        const auto [least, most] = m_fit[i];
        const double from = across ? part.left() : 1 - part.bottom(),
                     to = across ? part.right() : 1 - part.top();
        next[i] = {least + from * (most - least), least + to * (most - least)};
    }
    setRanges(next);
    m_zoomed = true;
}

void ChartPane::zoomView(double factor, QPointF about, ZoomAxes axes) {
    const QRectF plot = chart()->plotArea();
    if (plot.isEmpty()) return;
    const QPointF at = chart()->mapFromScene(mapToScene(about.toPoint()));
    moveRanges(axes, factor,
               {std::clamp((at.x() - plot.left()) / plot.width(), 0.0, 1.0),
                std::clamp((plot.bottom() - at.y()) / plot.height(), 0.0, 1.0)},
               {});
}

void ChartPane::panView(QPointF way) {
    const QRectF plot = chart()->plotArea();
    if (!plot.isEmpty()) moveRanges(ZoomAxes::Both, 1, {}, {way.x() / plot.width(), -way.y() / plot.height()});
}

void ChartPane::fitView() {
    setRanges(m_fit);
    m_zoomed = false;
}

QPointF ChartPane::viewCentre() const {
    return mapFromScene(chart()->mapToScene(chart()->plotArea().center()));
}

void ChartPane::hoverView(QPointF at) {
    viewport()->setCursor(targetAt(at) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ChartPane::clickView(const QMouseEvent& event) {
    if (const auto target = targetAt(event.position()))
        emit targetClicked(*target);
    else
        emit cleared();
}

bool ChartPane::clearView() { return emit cleared(); }

bool ChartPane::isTarget(std::int64_t spot) const {
    return spot >= 0 && static_cast<std::size_t>(spot) < m_targets.size();
}

bool ChartPane::isWithinAll(const ChartTarget& target) const {
    const std::vector<QAbstractAxis*> all = numberAxes();
    const QList<QAbstractAxis*> own = target.series->attachedAxes();
    for (std::size_t i = 0; i < std::min(all.size(), m_fit.size()); ++i) {
        if (!own.contains(all[i])) continue;
        double value = all[i]->orientation() == Qt::Horizontal ? target.at.x() : target.at.y();
        if (isLogarithmic(*all[i])) value = std::log10(value);
        const double slack = 1e-9 * (m_fit[i].second - m_fit[i].first);
        if (!(value >= m_fit[i].first - slack && value <= m_fit[i].second + slack)) return false;
    }
    return true;
}

// Left and right lead through all targets by their place along the horizontal axis, up and down along the
// vertical one; those at one place follow each other.
std::int64_t ChartPane::spotTowards(std::int64_t from, Qt::Key arrow) const {
    const bool across = arrow == Qt::Key_Left || arrow == Qt::Key_Right;
    const bool back = isTarget(from) && (arrow == Qt::Key_Left || arrow == Qt::Key_Up);
    using Place = std::tuple<double, double, std::int64_t>; // along, beside, target
    const auto placeOf = [&](std::int64_t spot) {
        const ChartTarget& target = m_targets[static_cast<std::size_t>(spot)];
        const QPointF at = chart()->mapToPosition(target.at, target.series);
        return across ? Place(at.x(), at.y(), spot) : Place(at.y(), at.x(), spot);
    };
    std::optional<Place> best;
    for (std::int64_t i = 0; isTarget(i); ++i) {
        if (!isWithinAll(m_targets[static_cast<std::size_t>(i)])) continue;
        const Place place = placeOf(i);
        if (isTarget(from) && (back ? place >= placeOf(from) : place <= placeOf(from))) continue;
        if (!best || (back ? place > *best : place < *best)) best = place;
    }
    return best ? std::get<2>(*best) : -1;
}

std::int64_t ChartPane::spotAt(QPointF at) const {
    const auto target = targetAt(at);
    return target ? static_cast<std::int64_t>(*target) : -1;
}

QRectF ChartPane::spotRect(std::int64_t spot) const {
    constexpr double Half = 7; // pixels around the point
    if (!isTarget(spot)) return {};
    const QPointF at = positionOf(static_cast<std::size_t>(spot));
    return {at - QPointF(Half, Half), QSizeF(2 * Half, 2 * Half)};
}

QRectF ChartPane::spotRoom() const {
    return mapFromScene(chart()->mapRectToScene(chart()->plotArea())).boundingRect();
}

QString ChartPane::spotText(std::int64_t spot) const {
    return isTarget(spot) ? m_targets[static_cast<std::size_t>(spot)].told() : QString();
}

bool ChartPane::chooseSpot(std::int64_t spot) {
    if (!isTarget(spot)) return false;
    emit targetClicked(static_cast<std::size_t>(spot));
    return true;
}

bool ChartPane::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const auto target = targetAt(help->pos()))
            QToolTip::showText(help->globalPos(), plainTip(m_targets[*target].told()), viewport());
        else
            QToolTip::hideText();
        return true;
    }
    return QChartView::viewportEvent(event);
}

namespace {

// Once the chart is painted in `area`.
void titleTargets(const QPainter& painter, const QRectF& area, QChart& chart,
                  const std::vector<ChartTarget>& targets) {
    if (!MarkTitles::of(painter)) return;
    constexpr double MarkRadius = 6;
    const QRectF whole = chart.sceneBoundingRect(), plot = chart.plotArea();
    const double scale = std::min(area.width() / whole.width(), area.height() / whole.height());
    for (const ChartTarget& target : targets) {
        const auto at = [&](QPointF value) { return chart.mapToPosition(value, target.series); };
        const QPointF mark = at(target.at);
        if (!plot.adjusted(-1, -1, 1, 1).contains(mark)) continue; // it is not drawn
        QRectF place(mark - QPointF(MarkRadius, MarkRadius), QSizeF(2 * MarkRadius, 2 * MarkRadius));
        if (target.bar)
            if (const QRectF bar =
                    QRectF(at(target.bar->topLeft()), at(target.bar->bottomRight())).normalized() & plot;
                !bar.isEmpty())
                place = bar;
        place = chart.mapRectToScene(place).translated(-whole.topLeft());
        titleMark(painter, QRectF(area.topLeft() + place.topLeft() * scale, place.size() * scale),
                  [&] { return plainTip(target.tip); });
    }
}

} // namespace

Figure chartFigure(QString name, QString title, QSizeF size, std::function<BuiltChart(const Theme&)> build) {
    return {std::move(name), std::move(title), size,
            [build = std::move(build)](QPainter& painter, const QRectF& area, const Theme& theme) {
                BuiltChart built = build(theme);
                QGraphicsScene scene;
                QChart* chart = built.chart.release();
                scene.addItem(chart); // takes ownership
                chart->layout()->setContentsMargins(0, 0, 0, 0);
                chart->resize(area.size());
                chart->layout()->activate(); // the legend shows its marks from now on
                const ChartLegend legend(*chart, area.width());
                chart->layout()->activate();
                wrapAxisTitles(*chart);
                paintChart(*chart, painter, area, theme, theme);
                titleTargets(painter, area, *chart, built.targets);
                legend.paint(painter, area, theme);
            },
            true};
}

QAbstractAxis* makeValueAxis(double low, double high, double step, const QString& title) {
    auto* axis = new QValueAxis;
    axis->setRange(low, high);
    axis->setTickType(QValueAxis::TicksDynamic);
    axis->setTickAnchor(0);
    axis->setTickInterval(tickStep(step, low));
    axis->setProperty(StepProperty, axis->tickInterval());
    axis->setLabelFormat(QString::fromLatin1(TickFormat));
    axis->setTitleText(chartWords(title));
    return axis;
}

double indexStep(std::size_t count) { return std::max(1.0, roundedScale(static_cast<double>(count) / 12)); }

QAbstractAxis* makeLogAxis(double low, double high, const QString& title) {
    auto* axis = new QLogValueAxis;
    // Two ticks alone show no scale.
    const bool decades = std::floor(std::log10(high)) - std::ceil(std::log10(low)) >= 2;
    axis->setBase(decades ? 10 : 2);
    axis->setRange(low, high);
    axis->setLabelFormat(QString::fromLatin1(TickFormat));
    axis->setTitleText(chartWords(title));
    return axis;
}

void addAxes(QChart& chart, QAbstractAxis* below, QAbstractAxis* left) {
    chart.addAxis(below, Qt::AlignBottom);
    chart.addAxis(left, Qt::AlignLeft);
    for (QAbstractSeries* series : chart.series()) {
        series->attachAxis(below);
        series->attachAxis(left);
    }
}

QLineSeries* addLine(QChart& chart, const QPen& pen, const QList<QPointF>& points) {
    auto* line = new QLineSeries;
    line->append(points);
    line->setPen(pen);
    chart.addSeries(line);
    for (QLegendMarker* marker : chart.legend()->markers(line))
        marker->setVisible(false);
    return line;
}

QScatterSeries* addMarks(QChart& chart, QScatterSeries::MarkerShape shape, double size, const QColor& ink,
                         const QColor& border, const QString& name) {
    auto* marks = new QScatterSeries;
    marks->setName(chartWords(name));
    marks->setMarkerShape(shape);
    marks->setMarkerSize(size);
    marks->setColor(ink);
    marks->setBorderColor(border);
    chart.addSeries(marks);
    return marks;
}

QScatterSeries* addHiddenPoints(QChart& chart) {
    return addMarks(chart, QScatterSeries::MarkerShapeCircle, 1, Qt::transparent, Qt::transparent);
}

} // namespace edgewright::views
