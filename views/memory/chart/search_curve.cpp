// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/search_curve.h"

#include "views/memory/chart/chart_axes.h"
#include "views/memory/chart/label_placer.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QPolygonF>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct SearchCurveText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::SearchCurve)
};

constexpr double Soonest = 1e-4; // seconds: what is done by then began at once
constexpr double CurveReach = 5; // pixels beside a line that still belong to it

// Time runs from the first improvement on, by powers of ten; bytes from the bound to the worst first plan.
struct CurveScale {
    QRectF plot;
    double first = -4, last = 0; // powers of ten, seconds
    double low = 0, high = 1;    // bytes

    CurveScale(const QRectF& area, const std::vector<SearchTrace>& traces, std::int64_t bound)
        : plot(area.adjusted(AxisLeft, 6, -AxisRight, -AxisBottom)) {
        double soonest = 1, latest = Soonest * 10, most = 0, least = static_cast<double>(bound);
        for (const SearchTrace& trace : traces) {
            soonest = std::min(soonest, trace.improvements.front().seconds);
            latest = std::max(latest, trace.end);
            most = std::max(most, static_cast<double>(trace.improvements.front().peak));
            const auto end = static_cast<double>(trace.improvements.back().peak);
            least = least > 0 ? std::min(least, end) : end;
        }
        first = std::floor(std::log10(std::max(soonest, Soonest)));
        last = std::max(std::ceil(std::log10(latest)), first + 1);
        const double room = std::max((most - least) * 0.1, most * 1e-3);
        low = std::max(0.0, least - room);
        high = std::max(most + room, low + 1);
    }
    double x(double seconds) const {
        return plot.left() + (std::log10(std::max(seconds, Soonest)) - first) / (last - first) * plot.width();
    }
    double y(std::int64_t bytes) const {
        return plot.bottom() - (static_cast<double>(bytes) - low) / (high - low) * plot.height();
    }
    QPolygonF line(const SearchTrace& trace) const {
        QPolygonF result;
        for (const pipeline::Improvement& each : trace.improvements) {
            const double at = std::max(plot.left(), x(each.seconds));
            if (!result.isEmpty()) result << QPointF(at, result.back().y());
            result << QPointF(at, y(each.peak));
        }
        result << QPointF(std::clamp(x(trace.end), result.back().x(), plot.right()), result.back().y());
        return result;
    }
};

QColor traceColour(const Theme& theme, std::size_t index) {
    return theme.categories[index % theme.categories.size()];
}

Qt::PenStyle traceStyle(std::size_t index) {
    constexpr std::array Styles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    return Styles[index % Styles.size()];
}

QString secondsTick(int power) {
    const double seconds = std::pow(10.0, power);
    return power < -3  ? SearchCurveText::tr("%1 µs").arg(std::lround(seconds * 1e6))
           : power < 0 ? SearchCurveText::tr("%1 ms").arg(std::lround(seconds * 1e3))
                       : SearchCurveText::tr("%1 s").arg(std::lround(seconds));
}

void paintTimeAxis(QPainter& painter, const CurveScale& scale, const Theme& theme) {
    constexpr double Tick = 4; // pixels
    const QFontMetricsF metrics(views::font(TextSize::Small));
    painter.setFont(views::font(TextSize::Small));
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(scale.plot.bottomLeft(), scale.plot.bottomRight());
    for (int power = static_cast<int>(scale.first); power <= static_cast<int>(scale.last); ++power) {
        const double x = scale.x(std::pow(10.0, power));
        const QString text = secondsTick(power);
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(QPointF(x, scale.plot.bottom()), QPointF(x, scale.plot.bottom() + Tick));
        QRectF box(0, scale.plot.bottom() + Tick, metrics.horizontalAdvance(text) + 2, metrics.height());
        box.moveLeft(std::min(x - box.width() / 2, scale.plot.right() + AxisRight - box.width()));
        painter.setPen(theme.muted);
        painter.drawText(box, Qt::AlignCenter, text);
    }
    painter.setPen(theme.text);
    painter.drawText(QRectF(scale.plot.left(), scale.plot.bottom() + Tick + metrics.height(),
                            scale.plot.width(), metrics.height()),
                     Qt::AlignHCenter | Qt::AlignTop, SearchCurveText::tr("Time of the search"));
}

} // namespace

void paintSearchCurve(QPainter& painter, const QRectF& area, const Theme& theme,
                      const std::vector<SearchTrace>& traces, std::int64_t bound,
                      std::optional<std::size_t> marked) {
    if (traces.empty()) return;
    const CurveScale scale(area, traces, bound);
    if (scale.plot.width() < 20 || scale.plot.height() < 10) return;
    paintByteAxis(painter, scale.plot, theme, scale.low, scale.high, SearchCurveText::tr("Peak"), true);
    paintTimeAxis(painter, scale, theme);
    if (bound > 0) {
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(scale.plot.left(), scale.y(bound)),
                         QPointF(scale.plot.right(), scale.y(bound)));
    }
    LabelPlacer labels(painter, theme, scale.plot);
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const QPolygonF line = scale.line(traces[i]);
        painter.setPen(QPen(traceColour(theme, i), marked == i ? 3 : 1.8, traceStyle(i)));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line);
        for (qsizetype corner = 0; corner + 1 < line.size(); ++corner)
            labels.avoid(QRectF(line[corner], line[corner + 1]).normalized().adjusted(-2, -2, 2, 2));
        painter.setBrush(traces[i].optimal ? traceColour(theme, i)
                                           : theme.surface); // filled: nothing is smaller
        painter.setPen(QPen(traceColour(theme, i), 1.5));
        painter.drawEllipse(line.back(), 3.5, 3.5);
    }
    painter.setBrush(Qt::NoBrush);
    if (bound > 0)
        labels.place({SearchCurveText::tr("lower bound %1").arg(bytesText(bound)), bytesText(bound)},
                     {{{scale.plot.left() + 2, scale.y(bound) + 2}, Qt::AlignLeft | Qt::AlignTop},
                      {{scale.plot.left() + 2, scale.y(bound) - 2}, Qt::AlignLeft | Qt::AlignBottom}});
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const QPointF end = scale.line(traces[i]).back();
        labels.place({traces[i].name},
                     {{end + QPointF(-2, -5), Qt::AlignRight | Qt::AlignBottom},
                      {end + QPointF(6, 0), Qt::AlignLeft},
                      {end + QPointF(-2, 5), Qt::AlignRight | Qt::AlignTop},
                      {scale.line(traces[i]).front() + QPointF(4, -4), Qt::AlignLeft | Qt::AlignBottom},
                      {end + QPointF(-2, -18), Qt::AlignRight | Qt::AlignBottom},
                      {end + QPointF(-2, -31), Qt::AlignRight | Qt::AlignBottom}},
                     theme.text);
    }
}

std::optional<std::size_t> searchTraceAt(const QRectF& area, const std::vector<SearchTrace>& traces,
                                         std::int64_t bound, QPointF at) {
    if (traces.empty()) return std::nullopt;
    const CurveScale scale(area, traces, bound);
    for (std::size_t i = traces.size(); i-- > 0;) { // what is drawn later lies on top
        const QPolygonF line = scale.line(traces[i]);
        for (qsizetype corner = 0; corner + 1 < line.size(); ++corner)
            if (QRectF(line[corner], line[corner + 1])
                    .normalized()
                    .adjusted(-CurveReach, -CurveReach, CurveReach, CurveReach)
                    .contains(at))
                return i;
    }
    return std::nullopt;
}

SearchCurve::SearchCurve(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("searchCurve"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void SearchCurve::show(std::vector<SearchTrace> traces, std::int64_t bound, bool ended) {
    m_ended = ended;
    m_traces = std::move(traces);
    m_bound = bound;
    m_hovered.reset();
    QStringList ends;
    for (const SearchTrace& trace : m_traces)
        ends << tr("%1 ends at %2").arg(trace.name, bytesText(trace.improvements.back().peak));
    setAccessibleName(tr("Smallest peak over the time of the search: %1").arg(ends.join(QStringLiteral(", "))));
    update();
}

void SearchCurve::mark(const QString& name) {
    m_marked = name;
    update();
}

QPointF SearchCurve::pointOf(std::size_t trace) const {
    return CurveScale(area(), m_traces, m_bound).line(m_traces[trace]).back();
}

void SearchCurve::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme.surface);
    if (m_traces.empty()) {
        painter.setPen(theme.muted);
        painter.setFont(views::font(TextSize::Small));
        painter.drawText(area(), Qt::AlignCenter | Qt::TextWordWrap,
                         m_ended
                             ? tr("Nothing was left to search: the first plan is as small as the lower bound.")
                             : tr("What the searches found, over time, is drawn here as they finish."));
        return;
    }
    const auto chosen = std::ranges::find(m_traces, m_marked, &SearchTrace::name);
    const auto marked = m_hovered ? m_hovered
                        : chosen == m_traces.end()
                            ? std::nullopt
                            : std::optional(static_cast<std::size_t>(chosen - m_traces.begin()));
    paintSearchCurve(painter, area(), theme, m_traces, m_bound, marked);
}

void SearchCurve::mouseMoveEvent(QMouseEvent* event) {
    const auto at = searchTraceAt(area(), m_traces, m_bound, event->position());
    if (at == m_hovered) return;
    m_hovered = at;
    setCursor(at ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
    if (!at) return QToolTip::hideText();
    const SearchTrace& trace = m_traces[*at];
    QToolTip::showText(event->globalPosition().toPoint(),
                       tr("%1: %2 after %3%4")
                           .arg(trace.name, bytesText(trace.improvements.back().peak),
                                secondsText(trace.improvements.back().seconds),
                                trace.optimal ? tr(", proven optimal") : QString()),
                       this);
}

void SearchCurve::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto at = searchTraceAt(area(), m_traces, m_bound, event->position()))
        emit chosen(m_traces[*at].name);
}

void SearchCurve::leaveEvent(QEvent*) {
    m_hovered.reset();
    update();
}

} // namespace edgewright::views
