// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/charts/scenario_charts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/row_bars.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLegend>
#include <QPainter>

#include <algorithm>

namespace edgewright::views::timeline_scenario {

namespace {

struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ScenarioTimeline)
};

constexpr double Top = 0.42, BoxTop = 0.2, BoxBottom = -0.38; // of a lane, from its middle
constexpr double MinHatch = 3, MinLateMark = 6;               // pixels
constexpr std::size_t MaxMarks = 5000;                        // of each kind that are drawn

// Times are in the unit of the axis.
struct Box {
    double y = 0, begin = 0, end = 0;
    QColor ink;
    QString name;
    bool isPreempted = false, isLate = false;
};
struct Tick {
    double y = 0, x = 0;
    enum class Kind { Arrival, Deadline, Dropped } kind = Kind::Arrival;
};
struct Lanes {
    std::vector<Box> boxes;
    std::vector<Tick> ticks;
};

void paintBox(QPainter& painter, const QRectF& body, const Box& box, const Theme& theme) {
    QColor fill = box.ink;
    fill.setAlphaF(0.55f);
    painter.fillRect(body, fill);
    if (box.isPreempted && body.width() >= MinHatch)
        painter.fillRect(body, QBrush(mixed(theme.text, box.ink, 0.4), Qt::BDiagPattern));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(box.isLate ? theme.bad : box.ink, box.isLate ? 2 : 1));
    painter.drawRect(body);
    if (box.isLate && body.width() >= MinLateMark) {
        painter.setBrush(theme.bad);
        painter.drawPolygon(
            QPolygonF{{body.topRight(), body.topRight() - QPointF(6, 0), body.topRight() + QPointF(0, 6)}});
    }
    const QFontMetricsF metrics(painter.font());
    if (box.name.isEmpty() || metrics.horizontalAdvance(box.name) + 6 > body.width() ||
        metrics.height() > body.height())
        return;
    if (box.isPreempted) { // its letters stand on no hatch
        QRectF behind(0, 0, metrics.horizontalAdvance(box.name) + 4, metrics.height());
        behind.moveCenter(body.center());
        painter.fillRect(behind, mixed(box.ink, theme.surface, 0.55));
    }
    painter.setPen(theme.text);
    painter.drawText(body, Qt::AlignCenter, box.name);
}

void paintTick(QPainter& painter, const ChartLayer& layer, const Tick& tick, const Theme& theme) {
    const QPointF top = layer.place({tick.x, tick.y + Top}), foot = layer.place({tick.x, tick.y + BoxTop});
    switch (tick.kind) {
    case Tick::Kind::Arrival: // an arrow down
        painter.setPen(QPen(theme.text, 1.2));
        painter.drawLine(top, foot);
        painter.drawLine(foot, foot + QPointF(-3, -4));
        painter.drawLine(foot, foot + QPointF(3, -4));
        break;
    case Tick::Kind::Deadline: // a bar with a foot up
        painter.setPen(QPen(theme.bad, 1.2, Qt::DotLine));
        painter.drawLine(top, layer.place({tick.x, tick.y + BoxBottom}));
        painter.setPen(QPen(theme.bad, 1.2));
        painter.drawLine(top + QPointF(-3, 0), top + QPointF(3, 0));
        break;
    case Tick::Kind::Dropped:
        painter.setPen(QPen(theme.bad, 1.5));
        painter.drawLine(top + QPointF(-3, 0), top + QPointF(3, 6));
        painter.drawLine(top + QPointF(3, 0), top + QPointF(-3, 6));
        break;
    }
}

void paint(QPainter& painter, const ChartLayer& layer, const Lanes& lanes, const Theme& theme) {
    painter.setClipRect(layer.plot());
    painter.setFont(font(TextSize::Small));
    for (const Box& box : lanes.boxes) {
        const QRectF body(layer.place({box.begin, box.y + BoxTop}), layer.place({box.end, box.y + BoxBottom}));
        if (body.right() < layer.plot().left() || body.left() > layer.plot().right()) continue;
        paintBox(painter, body, box, theme);
    }
    for (const Tick& tick : lanes.ticks)
        paintTick(painter, layer, tick, theme);
}

class Builder {
public:
    Builder(const ScenarioPicture& input, const Theme& theme)
        : m_input(input), m_theme(theme), m_unit(timeUnit(input.length)) {}

    BuiltChart build() {
        QChart& chart = *m_built.chart;
        chart.legend()->hide();
        std::size_t rows = 0;
        for (const ShownRun& run : m_input.runs)
            rows += coresOf(run).size() + run.result->models.size();
        m_named.emplace(chart, rows);
        for (const ShownRun& run : m_input.runs)
            addRun(run);
        const double low = m_input.from * m_unit.perSecond,
                     high = (m_input.from + m_input.length) * m_unit.perSecond;
        QString title =
            TimelineText::tr("Time (%1): ↓ arrives, ┬ deadline, hatched: gives way, red edge: late, × dropped")
                .arg(m_unit.name);
        m_named->finish(m_names, makeValueAxis(low, high, roundedScale((high - low) / 10), title), {}, m_theme);
        new ChartLayer(
            chart, *m_named->marks(), 50,
            [lanes = std::move(m_lanes), theme = &m_theme](QPainter& painter, const ChartLayer& layer) {
                paint(painter, layer, lanes, *theme);
            });
        styleChart(chart, m_theme);
        return std::move(m_built);
    }

private:
    bool isShown(scenario::Ticks begin, scenario::Ticks end) const {
        return scenario::secondsOf(end) >= m_input.from &&
               scenario::secondsOf(begin) <= m_input.from + m_input.length;
    }
    double at(scenario::Ticks ticks) const { return scenario::secondsOf(ticks) * m_unit.perSecond; }

    void addRun(const ShownRun& run) {
        const std::size_t first = m_names.size();
        const std::vector<std::size_t> cores = coresOf(run);
        for (const std::size_t core : cores)
            m_names.push_back(nameIn(m_input, run, TimelineText::tr("core %1").arg(core)).toStdString());
        for (std::size_t model = 0; model < run.result->models.size(); ++model)
            m_names.push_back(nameIn(m_input, run, modelName(*run.result, model)).toStdString());
        for (const scenario::Segment& each : run.result->segments)
            if (isShown(each.begin, each.end) && m_lanes.boxes.size() < 2 * MaxMarks)
                addSegment(run, each, first, cores);
        std::size_t shown = 0;
        for (const scenario::RequestRecord& each : run.result->requests)
            if (isShown(each.arrival, std::max(each.end, each.arrival)) && ++shown <= MaxMarks)
                addRequest(run, each, m_named->middle(first + cores.size() + each.model));
    }

    void addSegment(const ShownRun& run, const scenario::Segment& segment, std::size_t first,
                    const std::vector<std::size_t>& cores) {
        const QString name = modelName(*run.result, segment.model);
        const auto core = std::ranges::find(cores, static_cast<std::size_t>(segment.core));
        if (core == cores.end()) return;
        const auto lanes = {static_cast<std::size_t>(core - cores.begin()), cores.size() + segment.model};
        for (const std::size_t lane : lanes) {
            Box& box = m_lanes.boxes.emplace_back();
            box.y = m_named->middle(first + lane);
            box.begin = at(segment.begin);
            box.end = at(segment.end);
            box.ink = modelInk(m_theme, segment.model);
            if (lane < cores.size()) box.name = name;
            box.isPreempted = segment.isPreempted;
            box.isLate = segment.isLate;
            QStringList tip{TimelineText::tr("%1, batch %2 on core %3")
                                .arg(name, groupedText(static_cast<std::int64_t>(segment.batch) + 1))
                                .arg(segment.core),
                            TimelineText::tr("from %1, for %2")
                                .arg(secondsText(scenario::secondsOf(segment.begin)),
                                     secondsText(scenario::secondsOf(segment.end - segment.begin)))};
            if (segment.isPreempted) tip << TimelineText::tr("gives way, and goes on later");
            if (segment.isLate) tip << TimelineText::tr("late at its end");
            const QPointF middle((box.begin + box.end) / 2, box.y);
            m_named->marks()->append(middle);
            m_built.targets.push_back(
                {m_named->marks(), middle, tip.join(u'\n'),
                 QRectF(box.begin, box.y + BoxBottom, box.end - box.begin, BoxTop - BoxBottom)});
        }
    }

    void addRequest(const ShownRun& run, const scenario::RequestRecord& request, double y) {
        const bool isDone = request.outcome == scenario::Outcome::Done;
        m_lanes.ticks.push_back({y, at(request.arrival), isDone ? Tick::Kind::Arrival : Tick::Kind::Dropped});
        if (const auto deadline = deadlineOf(run, request.model))
            m_lanes.ticks.push_back(
                {y, at(request.arrival) + *deadline * m_unit.perSecond, Tick::Kind::Deadline});
    }

    const ScenarioPicture& m_input;
    const Theme& m_theme;
    TimeUnit m_unit;
    BuiltChart m_built;
    std::optional<NamedRows> m_named;
    std::vector<std::string> m_names;
    Lanes m_lanes;
};

QString emptyText(const ScenarioPicture& input) {
    for (const ShownRun& run : input.runs)
        if (!run.result->segments.empty()) return {};
    return TimelineText::tr("Nothing was computed.");
}

// A lane for each core and for each model.
BuiltChart build(const ScenarioPicture& input, const Theme& theme) { return Builder(input, theme).build(); }

} // namespace

extern const ScenarioChart entry{.name = "scenario-timeline",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Timeline of the scenario"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Timeline"),
                                 .showsTime = true,
                                 .emptyText = emptyText,
                                 .build = build};

} // namespace edgewright::views::timeline_scenario
