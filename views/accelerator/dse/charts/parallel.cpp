// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel coordinates: a line for each point, through what is varied and what it takes. Those that none is
// better than lie on top, in the colour of the measure. A drag along an axis chooses an interval: points
// outside of any, as those beyond the constraints, are paler than the others.
#include "views/accelerator/dse/coordinate_axis.h"
#include "views/accelerator/dse/dse_charts.h"
#include "views/accelerator/dse/log_scale.h"
#include "views/accelerator/dse/seen_points.h"
#include "views/accelerator/dse/space_text.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace edgewright::views::parallel_dse {

namespace {

struct ParallelText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ParallelChart)
};

constexpr std::size_t MaxDominatedLines = 2500; // evenly chosen ones of more
constexpr std::size_t MaxGroundTitles = 2000;   // of lines that are not on the front
constexpr double LineReach = 6, AxisReach = 9;  // pixels from a line, from an axis

class ParallelLines final : public SpacePainter {
public:
    explicit ParallelLines(const DseInput& input);

    std::shared_ptr<const pipeline::Explored> explored() const override { return m_input.explored; }

    QRectF plot(const QRectF& area) const override {
        const bool isNarrow = hasBarBelow(area);
        const double left = isNarrow ? 40 : 48, right = isNarrow ? 64 : BarRoom + 70;
        const double below = isNarrow ? colourStripHeight() + 20 : 10;
        const double heads = headHeight(headRoom(area.width() - left - right));
        return area.adjusted(left, QFontMetricsF(font(TextSize::Small)).height() + heads + 18, -right, -below);
    }

    void paint(QPainter& painter, const Frame& frame, const Theme& theme) const override;

    std::int64_t pointAt(const Frame& frame, QPointF at) const override {
        const QRectF rect = plot(frame.area);
        if (!rect.adjusted(-4, -4, 4, 4).contains(at) || m_axes.size() < 2) return -1;
        const double along = std::clamp((at.x() - rect.left()) / rect.width(), 0.0, 1.0) *
                             static_cast<double>(m_axes.size() - 1);
        const std::size_t left = std::min(static_cast<std::size_t>(along), m_axes.size() - 2);
        const double part = along - static_cast<double>(left);
        for (const std::vector<std::size_t>* places : {&m_front, &m_dominated, &m_unseen}) {
            std::int64_t nearest = -1;
            double least = LineReach;
            for (const std::size_t place : *places) {
                const double share = shareOf(left, place) * (1 - part) + shareOf(left + 1, place) * part;
                const double distance = std::abs(rect.bottom() - share * rect.height() - at.y());
                if (distance >= least) continue;
                least = distance;
                nearest = static_cast<std::int64_t>(place);
            }
            if (nearest >= 0) return nearest;
        }
        return -1;
    }

    QRectF rectOf(const Frame& frame, std::int64_t point) const override {
        return lineOf(plot(frame.area), static_cast<std::size_t>(point)).boundingRect().adjusted(-2, -2, 2, 2);
    }

    // Halfway between axes, and where it meets those of what it takes. Pale lines are a ground where they are
    // many.
    std::vector<QRectF> titledAt(const Frame& frame, std::int64_t point) const override {
        const auto place = static_cast<std::size_t>(point);
        if (!m_isOnFront[place] && m_axes.size() * m_isOnFront.size() > MaxGroundTitles) return {};
        const QPolygonF line = lineOf(plot(frame.area), place);
        std::vector<QRectF> parts;
        const auto add = [&](QPointF at) { parts.emplace_back(at - QPointF(3, 3), QSizeF(6, 6)); };
        for (qsizetype axis = 0; axis < line.size(); ++axis) {
            if (!m_axes[static_cast<std::size_t>(axis)].varied) add(line[axis]);
            if (axis > 0) add((line[axis - 1] + line[axis]) / 2);
        }
        return parts;
    }

    void mark(QPainter& painter, const Frame& frame, std::int64_t point, const QColor& colour) const override {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 2.5));
        painter.drawPolyline(lineOf(plot(frame.area), static_cast<std::size_t>(point)));
    }

    std::int64_t towards(std::int64_t from, Qt::Key arrow) const override {
        return m_seen.alongFront(from, arrow == Qt::Key_Left || arrow == Qt::Key_Up);
    }

    std::string axisAt(const Frame& frame, QPointF at) const override {
        const QRectF rect = plot(frame.area);
        if (at.y() < rect.top() - AxisReach || at.y() > rect.bottom() + AxisReach) return {};
        for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
            if (std::abs(at.x() - xOf(rect, axis)) <= AxisReach) return m_axes[axis].name();
        return {};
    }
    AxisInterval intervalAt(const Frame& frame, const std::string& axis, double from, double to) const override;
    AxisIntervals intervals() const override { return m_input.intervals; }

private:
    static constexpr double BarRoom = 104;
    static constexpr int HeadFlags = Qt::TextWordWrap | Qt::AlignHCenter | Qt::AlignBottom;

    // In a column the bar beside the plot would leave no room for labels between the axes.
    static bool hasBarBelow(const QRectF& area) { return area.width() < 520; }
    double headRoom(double plotWidth) const { // for words
        return plotWidth / static_cast<double>(std::max<std::size_t>(1, m_axes.size() - 1)) - 4;
    }
    // The height of a head on as many lines as its words take; nothing: one of them is wider.
    static std::optional<double> wrappedHeight(const QString& head, double room) {
        const QRectF box =
            QFontMetricsF(font(TextSize::Small, true)).boundingRect(QRectF(0, 0, room, 1000), HeadFlags, head);
        return box.width() <= room ? std::optional(box.height()) : std::nullopt;
    }
    double headHeight(double room) const {
        double height = QFontMetricsF(font(TextSize::Small, true)).height();
        for (const QString& head : m_heads)
            height = std::max(height, wrappedHeight(head, room).value_or(0));
        return height;
    }

    double shareOf(std::size_t axis, std::size_t place) const {
        return m_axes[axis].shareOf(*m_input.explored, place);
    }
    double xOf(const QRectF& rect, std::size_t axis) const {
        return rect.left() + rect.width() * static_cast<double>(axis) /
                                 static_cast<double>(std::max<std::size_t>(1, m_axes.size() - 1));
    }
    QPolygonF lineOf(const QRectF& rect, std::size_t place) const {
        QPolygonF line;
        for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
            line << QPointF(xOf(rect, axis), rect.bottom() - shareOf(axis, place) * rect.height());
        return line;
    }
    void paintAxis(QPainter& painter, const QRectF& rect, std::size_t axis, const Theme& theme) const;
    void paintInterval(QPainter& painter, const QRectF& rect, std::size_t axis, const Theme& theme) const;
    QString titleText() const;

    DseInput m_input;
    std::vector<CoordinateAxis> m_axes;
    QStringList m_heads;  // by axis
    ShortLabels m_titles; // the same
    SeenPoints m_seen;
    std::vector<std::size_t> m_front, m_dominated, m_unseen; // places; the first two are seen
    std::vector<bool> m_isOnFront;                           // by place
    std::size_t m_chosen = 0;                                // points in the intervals, where there are some
    LogScale m_colours{1, 1};
};

ParallelLines::ParallelLines(const DseInput& input) : m_input(input), m_seen(input.explored, input.intervals) {
    const pipeline::Explored& all = *input.explored;
    for (std::size_t i = 0; i < cost::AxisCount; ++i) {
        const auto axis = static_cast<cost::Axis>(i);
        if (!all.space().varies(axis)) continue;
        CoordinateAxis made;
        made.varied = CoordinateAxis::Varied{axis, cost::Direction::along(all.space(), axis)};
        m_axes.push_back(std::move(made));
    }
    m_isOnFront.resize(all.points.size());
    for (const std::size_t place : all.front) {
        m_isOnFront[place] = true;
        (m_seen.has(place) ? m_front : m_unseen).push_back(place);
    }
    const std::size_t step = std::max<std::size_t>(1, all.points.size() / MaxDominatedLines);
    std::vector<std::size_t> sample; // what scales go by, whatever is chosen
    for (std::size_t place = 0; place < all.points.size(); place += step)
        if (all.points[place].isPossible() && !m_isOnFront[place]) sample.push_back(place);
    for (const std::size_t place : sample)
        (m_seen.has(place) ? m_dominated : m_unseen).push_back(place);
    if (m_seen.hasIntervals()) { // of few that are chosen a sample may have none
        std::vector<std::size_t> chosen;
        for (std::size_t place = 0; place < all.points.size(); ++place)
            if (all.points[place].isPossible() && !m_isOnFront[place] && m_seen.has(place))
                chosen.push_back(place);
        m_chosen = chosen.size() + m_front.size();
        m_dominated.clear();
        const std::size_t apart = std::max<std::size_t>(1, chosen.size() / MaxDominatedLines);
        for (std::size_t i = 0; i < chosen.size(); i += apart)
            m_dominated.push_back(chosen[i]);
    }
    const auto scaleOf = [&](cost::Measure measure, bool isFrontOnly) {
        std::vector<double> values;
        if (!isFrontOnly)
            for (const std::size_t place : sample)
                values.push_back(cost::valueOf(all.points[place], measure));
        for (const std::size_t place : all.front)
            values.push_back(cost::valueOf(all.points[place], measure));
        return LogScale::over(values);
    };
    for (const cost::Measure measure : {cost::Measure::Seconds, cost::Measure::Energy, cost::Measure::Area}) {
        CoordinateAxis made;
        made.measured = {measure, scaleOf(measure, false)};
        m_axes.push_back(std::move(made));
    }
    m_colours = scaleOf(input.measure, true);
    std::vector<std::string> titles;
    for (const CoordinateAxis& each : m_axes) {
        m_heads << (each.varied ? axisTitleWithUnit(each.varied->axis)
                                : briefTitle(each.measured.measure, all.findings.energyUnit));
        titles.push_back( // where the unit has no room
            (each.varied ? m_heads.last() : measureTitle(each.measured.measure)).toStdString());
    }
    m_titles = ShortLabels(titles);
}

AxisInterval ParallelLines::intervalAt(const Frame& frame, const std::string& name, double from,
                                       double to) const {
    const auto axis = std::ranges::find(m_axes, name, &CoordinateAxis::name);
    const QRectF rect = plot(frame.area);
    if (axis == m_axes.end() || rect.height() <= 0) return {};
    const auto shareAt = [&](double y) { return std::clamp((rect.bottom() - y) / rect.height(), 0.0, 1.0); };
    return axis->between(std::min(shareAt(from), shareAt(to)), std::max(shareAt(from), shareAt(to)));
}

void ParallelLines::paintInterval(QPainter& painter, const QRectF& rect, std::size_t axis,
                                  const Theme& theme) const {
    const CoordinateAxis& each = m_axes[axis];
    const auto chosen = m_input.intervals.find(each.name());
    if (chosen == m_input.intervals.end()) return;
    const auto shares = each.sharesOf(chosen->second);
    if (!shares) return;
    const auto [low, high] = *shares;
    constexpr double Margin = 6; // pixels around a single value
    const double margin = each.varied ? Margin : 0;
    QColor inside = theme.accent;
    inside.setAlphaF(0.25f);
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(inside);
    painter.drawRect(
        QRectF(QPointF(xOf(rect, axis) - AxisReach + 2, rect.bottom() - high * rect.height() - margin),
               QPointF(xOf(rect, axis) + AxisReach - 2, rect.bottom() - low * rect.height() + margin)));
    painter.setBrush(Qt::NoBrush);
}

QString ParallelLines::titleText() const {
    const pipeline::Explored& all = *m_input.explored;
    if (m_seen.hasIntervals())
        return ParallelText::tr("%1 of %2 points are in the chosen intervals; Esc shows all")
            .arg(groupedText(static_cast<std::int64_t>(m_chosen)),
                 groupedText(static_cast<std::int64_t>(all.points.size())));
    const std::size_t drawn = m_front.size() + m_dominated.size() + m_unseen.size();
    return drawn < all.findings.possible
               ? ParallelText::tr("The Pareto front of %Ln points, and %1 of the others", nullptr,
                                  static_cast<int>(all.points.size()))
                     .arg(drawn - all.front.size())
               : ParallelText::tr("The Pareto front of %Ln points, and the others", nullptr,
                                  static_cast<int>(all.points.size()));
}

void ParallelLines::paintAxis(QPainter& painter, const QRectF& rect, std::size_t axis,
                              const Theme& theme) const {
    const QFont small = font(TextSize::Small), bold = font(TextSize::Small, true);
    const QFontMetricsF metrics(small);
    const double x = xOf(rect, axis);
    const CoordinateAxis& each = m_axes[axis];
    painter.setPen(QPen(theme.muted, 1));
    painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
    const double room = headRoom(rect.width()), height = headHeight(room);
    const QString& head = m_heads[static_cast<qsizetype>(axis)];
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(QRectF(x - room / 2, rect.top() - height - 8, room, height), HeadFlags,
                     wrappedHeight(head, room) ? head : labelWithin(m_titles, axis, QFontMetricsF(bold), room));
    painter.setFont(small);
    const auto label = [&](double share, const QString& text) {
        const QRectF at(x + 4, rect.bottom() - share * rect.height() - metrics.height() / 2,
                        metrics.horizontalAdvance(text) + 6, metrics.height());
        QColor veil = theme.surface;
        veil.setAlphaF(0.8f);
        painter.fillRect(at, veil);
        painter.setPen(theme.text);
        painter.drawText(at, Qt::AlignCenter, text);
    };
    if (!each.varied) {
        const std::string& unit = m_input.explored->findings.energyUnit;
        for (const double mark : each.measured.scale.marks(std::max(2, static_cast<int>(rect.height() / 40))))
            label(each.measured.scale.share(mark), briefMeasure(mark, each.measured.measure, unit));
        return;
    }
    const std::size_t count = each.varied->values.count();
    const std::size_t step =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(static_cast<double>(count) *
                                                                    metrics.height() * 1.4 / rect.height())));
    for (std::size_t slot = 0; slot < count; slot += step)
        label(each.shareOfSlot(slot),
              axisValue(m_input.explored->space(), each.varied->axis, each.varied->values.value(slot)));
}

void ParallelLines::paint(QPainter& painter, const Frame& frame, const Theme& theme) const {
    const QRectF rect = plot(frame.area);
    if (rect.width() < 40 || rect.height() < 40) return;
    const pipeline::Explored& all = *m_input.explored;
    painter.setFont(font(TextSize::Small, true));
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(frame.area.left(), frame.area.top(), frame.area.width(), rect.top() - frame.area.top()),
        Qt::AlignLeft | Qt::AlignTop, titleText());
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, false); // thousands of pale lines take seconds with it
    const float dim = m_dominated.size() + m_unseen.size() > 500 ? 0.10f : 0.25f;
    for (const auto& [places, alpha] : {std::pair(&m_unseen, dim / 3), std::pair(&m_dominated, dim)}) {
        QColor colour = theme.muted;
        colour.setAlphaF(alpha);
        painter.setPen(QPen(colour, 1));
        for (const std::size_t place : *places)
            painter.drawPolyline(lineOf(rect, place));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    // The best ones of the measure lie on top.
    std::vector<std::size_t> front = m_front;
    std::ranges::stable_sort(front, [&](std::size_t a, std::size_t b) {
        return cost::valueOf(all.points[a], m_input.measure) > cost::valueOf(all.points[b], m_input.measure);
    });
    for (const std::size_t place : front) {
        painter.setPen(
            QPen(markColour(theme, m_colours.share(cost::valueOf(all.points[place], m_input.measure))),
                 front.size() > 200 ? 1.0 : 1.5));
        painter.drawPolyline(lineOf(rect, place));
    }
    if (const auto current = all.placeOf(m_input.current)) {
        painter.setPen(QPen(theme.accent, 2.5, Qt::DashLine));
        painter.drawPolyline(lineOf(rect, *current));
    }
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis) {
        paintInterval(painter, rect, axis, theme);
        paintAxis(painter, rect, axis, theme);
    }
    const auto numberOf = [&](double value) {
        return briefMeasure(value, m_input.measure, all.findings.energyUnit);
    };
    const auto inkOf = [&](double t) { return markColour(theme, t); };
    const QString title = briefTitle(m_input.measure, all.findings.energyUnit);
    const bool isWhole = 2 * QFontMetricsF(font(TextSize::Small)).horizontalAdvance(title) <= rect.width();
    if (hasBarBelow(frame.area))
        paintColourStrip(painter,
                         QRectF(rect.left(), frame.area.bottom() - colourStripHeight() - 2, rect.width(),
                                colourStripHeight()),
                         m_colours, isWhole ? title : measureTitle(m_input.measure), numberOf, inkOf, theme);
    else
        paintColourBar(painter,
                       QRectF(frame.area.right() - BarRoom + 14, rect.top(), BarRoom - 14, rect.height()),
                       m_colours, title, numberOf, inkOf, theme);
}

std::shared_ptr<const SpacePainter> paintParallel(const DseInput& input) {
    return std::make_shared<const ParallelLines>(input);
}

} // namespace

extern const DseChartSpec entry{.name = "dse-parallel",
                                .title = QT_TRANSLATE_NOOP("Chart", "Parallel coordinates"),
                                .paint = paintParallel};

} // namespace edgewright::views::parallel_dse
