// SPDX-License-Identifier: GPL-3.0-or-later
// Latency over energy: every point, the ones that none is better than on top, joined where they are the best in
// these two alone. Their colour is the area. Points beyond the constraints, or outside of
// the intervals chosen in the parallel coordinates, are paler.
#include "views/accelerator/dse/dse_charts.h"
#include "views/accelerator/dse/log_scale.h"
#include "views/accelerator/dse/seen_points.h"
#include "views/accelerator/dse/space_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/theme.h"

#include <QSet>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace edgewright::views::pareto_dse {

namespace {

struct ParetoText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ParetoChart)
};

constexpr std::size_t MaxDominated = 100'000; // evenly chosen ones of more
constexpr double FrontReach = 8, DominatedReach = 5;

class ParetoCloud final : public SpacePainter {
public:
    explicit ParetoCloud(const DseInput& input) : m_input(input), m_seen(input.explored, input.intervals) {
        const pipeline::Explored& all = *input.explored;
        std::vector<double> energies, seconds, areas;
        const auto take = [&](std::size_t place) {
            const cost::DesignPoint& point = all.points[place];
            if (!point.isPossible()) return;
            energies.push_back(point.energy);
            seconds.push_back(point.seconds);
        };
        const std::size_t step = std::max<std::size_t>(1, all.points.size() / MaxDominated);
        for (std::size_t place = 0; place < all.points.size(); place += step)
            take(place);
        for (const std::size_t place : all.front) {
            take(place);
            areas.push_back(all.points[place].area);
        }
        m_x = LogScale::over(energies);
        m_y = LogScale::over(seconds);
        m_areas = LogScale::over(areas);
        for (std::size_t place = 0; place < all.points.size(); place += step)
            if (all.points[place].isPossible()) m_cloud.push_back({shareOf(place), place, m_seen.has(place)});
        for (const std::size_t place : all.front)
            m_front.push_back({shareOf(place), place, m_seen.has(place)});
    }

    std::shared_ptr<const pipeline::Explored> explored() const override { return m_input.explored; }
    bool zooms() const override { return true; }

    QRectF plot(const QRectF& area) const override {
        const QFontMetricsF metrics(font(TextSize::Small));
        return area.adjusted(metrics.height() + 8 + metrics.horizontalAdvance(QStringLiteral("0000 µs")) + 6,
                             metrics.height() + 10, -BarRoom, -(2 * metrics.height() + 12));
    }

    void paint(QPainter& painter, const Frame& frame, const Theme& theme) const override;

    std::int64_t pointAt(const Frame& frame, QPointF at) const override {
        const QRectF rect = plot(frame.area);
        if (!rect.adjusted(-4, -4, 4, 4).contains(at)) return -1;
        for (const auto& [dots, reach, isSeen] :
             {std::tuple(&m_front, FrontReach, true), std::tuple(&m_cloud, DominatedReach, true),
              std::tuple(&m_front, FrontReach, false), std::tuple(&m_cloud, DominatedReach, false)}) {
            std::int64_t nearest = -1;
            double least = reach;
            for (const Dot& dot : *dots) {
                if (dot.isSeen != isSeen) continue;
                const QPointF way = positionOf(rect, frame.window, dot.share) - at;
                if (const double distance = std::hypot(way.x(), way.y()); distance < least) {
                    least = distance;
                    nearest = static_cast<std::int64_t>(dot.place);
                }
            }
            if (nearest >= 0) return nearest;
        }
        return -1;
    }

    QRectF rectOf(const Frame& frame, std::int64_t point) const override {
        const QPointF at = positionOf(plot(frame.area), frame.window, shareOf(static_cast<std::size_t>(point)));
        return {at - QPointF(5, 5), QSizeF(10, 10)};
    }

    void mark(QPainter& painter, const Frame& frame, std::int64_t point, const QColor& colour) const override {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 2));
        painter.drawEllipse(rectOf(frame, point).adjusted(-1, -1, 1, 1));
    }

    // Along the front, the fastest one first.
    std::int64_t towards(std::int64_t from, Qt::Key arrow) const override {
        return m_seen.alongFront(from, arrow == Qt::Key_Left || arrow == Qt::Key_Up);
    }

private:
    static constexpr double BarRoom = 104, CurrentRadius = 7;
    struct Dot {
        QPointF share; // of the plot, from the upper left
        std::size_t place;
        bool isSeen;
    };

    QPointF shareOf(std::size_t place) const {
        constexpr double Margin = 0.03;
        const cost::DesignPoint& point = m_input.explored->points[place];
        const double x = m_x.share(point.energy), y = 1 - m_y.share(point.seconds);
        return {Margin + (1 - 2 * Margin) * x, Margin + (1 - 2 * Margin) * y};
    }
    static QPointF positionOf(const QRectF& rect, const QRectF& window, QPointF share) {
        return {rect.left() + (share.x() - window.left()) / window.width() * rect.width(),
                rect.top() + (share.y() - window.top()) / window.height() * rect.height()};
    }
    double dotRadius() const { return m_front.size() > 400 ? 2.6 : m_front.size() > 100 ? 3.4 : 4.5; }
    void paintAxes(QPainter& painter, const QRectF& area, const QRectF& rect, const QRectF& window,
                   const Theme& theme) const;
    void paintSteps(QPainter& painter, const QRectF& rect, const QRectF& window, const Theme& theme) const;
    void paintBest(QPainter& painter, const QRectF& rect, const QRectF& window, const Theme& theme) const;

    DseInput m_input;
    SeenPoints m_seen;
    LogScale m_x{1, 1}, m_y{1, 1}, m_areas{1, 1};
    std::vector<Dot> m_cloud, m_front;
};

void ParetoCloud::paintAxes(QPainter& painter, const QRectF& area, const QRectF& rect, const QRectF& window,
                            const Theme& theme) const {
    const QFontMetricsF metrics(font(TextSize::Small));
    const std::string& unit = m_input.explored->findings.energyUnit;
    constexpr double Margin = 0.03;
    const auto inner = [](double share) { return (share - Margin) / (1 - 2 * Margin); };
    const LogScale x = m_x.part(inner(window.left()), inner(window.right()));
    const LogScale y = m_y.part(inner(1 - window.bottom()), inner(1 - window.top()));
    painter.setFont(font(TextSize::Small));
    double taken = -INFINITY; // up to there by numbers
    for (const double mark : x.marks(std::max(2, static_cast<int>(rect.width() / 80)))) {
        const double at = rect.left() + x.share(mark) * rect.width();
        painter.setPen(QPen(mixed(theme.line, theme.surface, 0.6), 1));
        painter.drawLine(QPointF(at, rect.top()), QPointF(at, rect.bottom()));
        const QString number = briefMeasure(mark, cost::Measure::Energy, unit);
        const double width = metrics.horizontalAdvance(number) + 2;
        if (at - width / 2 < taken) continue;
        taken = at + width / 2 + 4;
        painter.setPen(theme.muted);
        painter.drawText(QRectF(at - width / 2, rect.bottom() + 4, width, metrics.height()),
                         Qt::AlignHCenter | Qt::AlignTop, number);
    }
    for (const double mark : y.marks(std::max(2, static_cast<int>(rect.height() / 36)))) {
        const double at = rect.bottom() - y.share(mark) * rect.height();
        painter.setPen(QPen(mixed(theme.line, theme.surface, 0.6), 1));
        painter.drawLine(QPointF(rect.left(), at), QPointF(rect.right(), at));
        painter.setPen(theme.muted);
        painter.drawText(
            QRectF(area.left(), at - metrics.height() / 2, rect.left() - 6 - area.left(), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, briefMeasure(mark, cost::Measure::Seconds, unit));
    }
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect);
    painter.setPen(theme.text);
    painter.drawText(QRectF(rect.left(), area.bottom() - metrics.height(), rect.width(), metrics.height()),
                     Qt::AlignHCenter | Qt::AlignBottom, briefTitle(cost::Measure::Energy, unit));
    painter.save();
    painter.translate(area.left(), rect.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-rect.height() / 2, 0, rect.height(), metrics.height()), Qt::AlignCenter,
                     measureTitle(cost::Measure::Seconds));
    painter.restore();
}

// From the fastest to the one of least energy, by those that no other beats in both.
void ParetoCloud::paintSteps(QPainter& painter, const QRectF& rect, const QRectF& window,
                             const Theme& theme) const {
    std::vector<QPointF> steps;
    double least = INFINITY;
    for (const Dot& dot : m_front) { // by time
        if (!dot.isSeen) continue;
        const double energy = m_input.explored->points[dot.place].energy;
        if (!(energy < least)) continue;
        least = energy;
        const QPointF at = positionOf(rect, window, dot.share);
        if (!steps.empty()) steps.emplace_back(steps.back().x(), at.y());
        steps.push_back(at);
    }
    // Nothing may be painted beside the plot: SVG has no clip.
    painter.setPen(QPen(theme.text, 1.2));
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const auto within = [&](QPointF p) {
            return QPointF(std::clamp(p.x(), rect.left(), rect.right()),
                           std::clamp(p.y(), rect.top(), rect.bottom()));
        };
        const QPointF a = within(steps[i - 1]), b = within(steps[i]);
        const bool isOutside =
            (a.x() == b.x() && a.x() != steps[i].x()) || (a.y() == b.y() && a.y() != steps[i].y());
        if (!isOutside && a != b) painter.drawLine(a, b);
    }
}

// The name of the point with the least energy × delay.
void ParetoCloud::paintBest(QPainter& painter, const QRectF& rect, const QRectF& window,
                            const Theme& theme) const {
    const pipeline::Explored& all = *m_input.explored;
    if (!all.findings.best) return;
    const std::uint64_t index = all.findings.best->product.index;
    const auto place = all.placeOf(index);
    if (!place || !m_seen.has(*place)) return;
    const QPointF at = positionOf(rect, window, shareOf(*place));
    if (!rect.contains(at)) return;
    const QFont bold = font(TextSize::Small, true);
    const QFontMetricsF metrics(bold);
    const QString text = ParetoText::tr("best energy × delay: %1")
                             .arg(QString::fromStdString(cost::designName(all.space(), all.space().at(index))));
    std::vector<QRectF> marks; // of the front; the cloud is its ground
    const double radius = dotRadius();
    for (const Dot& dot : m_front) {
        const QPointF each = positionOf(rect, window, dot.share);
        marks.emplace_back(each.x() - radius, each.y() - radius, 2 * radius, 2 * radius);
    }
    const auto room = placeBeside(at, CurrentRadius, {metrics.horizontalAdvance(text) + 8, metrics.height()},
                                  Qt::AlignRight, false, marks, rect.adjusted(2, 2, -2, -2));
    if (!room) return; // the page's answer has it, and pointing at the mark
    QColor veil = theme.surface;
    veil.setAlphaF(0.85f);
    painter.fillRect(*room, veil);
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(*room, Qt::AlignCenter, text);
}

void ParetoCloud::paint(QPainter& painter, const Frame& frame, const Theme& theme) const {
    const QRectF rect = plot(frame.area);
    if (rect.width() < 40 || rect.height() < 40) return;
    const pipeline::Explored& all = *m_input.explored;
    painter.setFont(font(TextSize::Small, true));
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(frame.area.left(), frame.area.top(), frame.area.width(), rect.top() - frame.area.top()),
        Qt::AlignLeft | Qt::AlignTop,
        ParetoText::tr("%1 of %Ln points are Pareto optimal in latency, energy and area", nullptr,
                       static_cast<int>(all.points.size()))
            .arg(all.front.size()));
    paintAxes(painter, frame.area, rect, frame.window, theme);
    const QRectF seen = rect.adjusted(2, 2, -2, -2);
    // One for each two pixels is all that can be told apart.
    QSet<QPoint> taken;
    const QColor dim = mixed(theme.muted, theme.surface, theme.dark ? 0.35 : 0.45);
    const QColor pale = mixed(theme.muted, theme.surface, theme.dark ? 0.14 : 0.16);
    for (const bool isSeen : {true, false})
        for (const Dot& dot : m_cloud) {
            if (dot.isSeen != isSeen) continue;
            const QPointF at = positionOf(rect, frame.window, dot.share);
            if (!seen.contains(at)) continue;
            const QPoint cell(static_cast<int>(at.x() / 2), static_cast<int>(at.y() / 2));
            if (taken.contains(cell)) continue;
            taken.insert(cell);
            painter.fillRect(QRectF(at.x() - 1.25, at.y() - 1.25, 2.5, 2.5), isSeen ? dim : pale);
        }
    paintSteps(painter, rect, frame.window, theme);
    painter.setPen(QPen(theme.surface, 0.7));
    const double radius = dotRadius();
    for (const Dot& dot : m_front) {
        const QPointF at = positionOf(rect, frame.window, dot.share);
        if (!seen.contains(at)) continue;
        painter.setBrush(dot.isSeen ? markColour(theme, m_areas.share(all.points[dot.place].area)) : pale);
        painter.drawEllipse(at, radius, radius);
    }
    paintBest(painter, rect, frame.window, theme);
    painter.setBrush(Qt::NoBrush);
    if (const auto current = all.placeOf(m_input.current)) {
        const QPointF at = positionOf(rect, frame.window, shareOf(*current));
        painter.setPen(QPen(theme.accent, 2));
        if (seen.contains(at)) painter.drawEllipse(at, CurrentRadius, CurrentRadius);
    }
    paintColourBar(
        painter, QRectF(rect.right() + 14, rect.top(), BarRoom - 14, rect.height()), m_areas,
        measureTitle(cost::Measure::Area),
        [&](double value) { return briefMeasure(value, cost::Measure::Area, all.findings.energyUnit); },
        [&](double t) { return markColour(theme, t); }, theme);
}

std::shared_ptr<const SpacePainter> paintPareto(const DseInput& input) {
    return std::make_shared<const ParetoCloud>(input);
}

} // namespace

extern const DseChartSpec entry{.name = "dse-pareto",
                                .title = QT_TRANSLATE_NOOP("Chart", "Pareto front"),
                                .usesMeasure = false,
                                .paint = paintPareto};

} // namespace edgewright::views::pareto_dse
