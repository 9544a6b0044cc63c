// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/tables/pipeline_tables.h"
#include "views/pipeline/charts/pipeline_charts.h"
#include "views/pipeline/charts/planned_visits.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/row_bars.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLegend>
#include <QPainter>

#include <algorithm>
#include <set>

namespace edgewright::views::timeline_pipeline {

namespace {

struct StageTimelineText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::StageTimeline)
};

// Of a lane, from its middle: the strip of the link above, the box of computing below.
constexpr double StripTop = 0.4, StripBottom = 0.2, BoxTop = 0.14, BoxBottom = -0.4;
constexpr double MinTipWidth = 1e-12;

struct Lane {
    std::size_t device = 0;
    bool isPlan = false;
};

// Times are in the unit of the axis.
struct Mark {
    double y = 0;
    ShownVisit at;
    QColor ink;
    bool isPlan = false;
    QString frame;
};

void paintMark(QPainter& painter, const ChartLayer& layer, const Mark& mark, const Theme& theme) {
    const auto rect = [&](double begin, double end, double top, double bottom) {
        return QRectF(layer.place({begin, mark.y + top}), layer.place({end, mark.y + bottom}));
    };
    const double from = layer.plot().left(), to = layer.plot().right();
    const QRectF strip = rect(mark.at.begin, mark.at.end, StripTop, StripBottom);
    if (strip.right() < from || strip.left() > to) return;
    const QRectF waits = rect(mark.at.received, mark.at.computes, StripTop, StripBottom);
    painter.fillRect(waits, QBrush(mixed(theme.muted, theme.surface, 0.8), Qt::BDiagPattern));
    const QColor link = mixed(mark.ink, theme.text, 0.65);
    painter.fillRect(rect(mark.at.begin, mark.at.received, StripTop, StripBottom), link);
    painter.fillRect(rect(mark.at.computed, mark.at.end, StripTop, StripBottom), link);
    const QRectF box = rect(mark.at.computes, mark.at.computed, BoxTop, BoxBottom);
    QColor fill = mark.ink;
    fill.setAlphaF(mark.isPlan ? 0.22f : 0.6f);
    painter.fillRect(box, fill);
    painter.setPen(QPen(mark.ink, 1, mark.isPlan ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
    const QRectF seen = box.intersected(layer.plot());
    const QFontMetricsF metrics(painter.font());
    if (metrics.horizontalAdvance(mark.frame) + 4 > seen.width() || metrics.height() > box.height()) return;
    painter.setPen(theme.text);
    painter.drawText(seen, Qt::AlignCenter, mark.frame);
}

class Builder {
public:
    Builder(const PipelinePicture& input, const Theme& theme) : m_input(input), m_theme(theme) {
        const relay::Measured* measured = input.measured();
        const double period = input.figures().period;
        m_end = period * static_cast<double>(input.frames) + input.figures().latency;
        if (!measured || measured->frames.empty()) return;
        const auto& frames = measured->frames;
        const auto numbered = [&](std::uint64_t number) {
            return std::min<std::size_t>(static_cast<std::size_t>(number), frames.size() - 1);
        };
        m_first = numbered(input.first);
        m_begin = frames[static_cast<std::size_t>(m_first)].begun;
        m_end = frames[numbered(m_first + input.frames - 1)].done;
        if (!(m_end > m_begin)) m_end = m_begin + period;
    }

    BuiltChart build() {
        QChart& chart = *m_built.chart;
        chart.legend()->hide();
        for (const partition::StageFigures& stage : m_input.figures().stages)
            for (const partition::DeviceFigures& device : stage.devices) {
                if (m_input.measured()) m_lanes.push_back({device.device, false});
                m_lanes.push_back({device.device, true});
            }
        m_unit = timeUnit(m_end - m_begin);
        m_named.emplace(chart, m_lanes.size());
        std::vector<std::string> names;
        for (const Lane& lane : m_lanes) {
            const QString device = deviceName(m_input, lane.device);
            names.push_back(
                (lane.isPlan ? StageTimelineText::tr("%1, planned").arg(device) : device).toStdString());
        }
        for (const ShownVisit& each : plannedVisits(m_input.shown(), m_first, m_begin, m_end))
            add(each, true);
        for (const ShownVisit& each : ranVisits(m_input.shown(), m_begin, m_end))
            add(each, false);
        const double low = m_begin * m_unit.perSecond, high = m_end * m_unit.perSecond;
        m_named->finish(
            names,
            makeValueAxis(low, high, roundedScale((high - low) / 10),
                          StageTimelineText::tr("Time (%1): a box computes the frame of its number; strip "
                                                "above it: filled is the link, hatched waits")
                              .arg(m_unit.name)),
            {}, m_theme);
        new ChartLayer(
            chart, *m_named->marks(), 50,
            [marks = std::move(m_marks), theme = &m_theme](QPainter& painter, const ChartLayer& layer) {
                painter.setClipRect(layer.plot());
                painter.setFont(font(TextSize::Small));
                for (const Mark& mark : marks)
                    paintMark(painter, layer, mark, *theme);
            });
        styleChart(chart, m_theme);
        return std::move(m_built);
    }

private:
    void add(const ShownVisit& visit, bool isPlan) {
        const auto lane = std::ranges::find_if(
            m_lanes, [&](const Lane& each) { return each.device == visit.device && each.isPlan == isPlan; });
        if (lane == m_lanes.end()) return;
        Mark& mark = m_marks.emplace_back();
        mark.y = m_named->middle(static_cast<std::size_t>(lane - m_lanes.begin()));
        mark.at = visit;
        for (double* each :
             {&mark.at.begin, &mark.at.received, &mark.at.computes, &mark.at.computed, &mark.at.end})
            *each *= m_unit.perSecond;
        mark.ink = stageInk(m_theme, visit.stage);
        mark.isPlan = isPlan;
        mark.frame = QString::number(visit.frame);
        const QString where = StageTimelineText::tr("Frame %1 in stage %2 on %3")
                                  .arg(groupedText(static_cast<std::int64_t>(visit.frame)))
                                  .arg(visit.stage + 1)
                                  .arg(deviceName(m_input, visit.device));
        const QString how =
            isPlan
                ? StageTimelineText::tr("planned: receives %1, computes %2, sends %3")
                      .arg(secondsText(visit.received - visit.begin),
                           secondsText(visit.computed - visit.computes),
                           secondsText(visit.end - visit.computed))
                : StageTimelineText::tr("%1 until its answer came: computed %2, was on the link or waited %3")
                      .arg(secondsText(visit.end - visit.begin), secondsText(visit.computed - visit.computes),
                           secondsText(visit.end - visit.begin - (visit.computed - visit.computes)));
        const QPointF middle((mark.at.computes + mark.at.computed) / 2, mark.y);
        m_named->marks()->append(middle);
        m_built.targets.push_back(
            {m_named->marks(), middle, where + u'\n' + how,
             QRectF(mark.at.begin, mark.y + BoxBottom, std::max(mark.at.end - mark.at.begin, MinTipWidth),
                    StripTop - BoxBottom)});
    }

    const PipelinePicture& m_input;
    const Theme& m_theme;
    std::uint64_t m_first = 0;
    double m_begin = 0, m_end = 0; // seconds
    TimeUnit m_unit{};
    BuiltChart m_built;
    std::optional<NamedRows> m_named;
    std::vector<Lane> m_lanes;
    std::vector<Mark> m_marks;
};

BuiltChart build(const PipelinePicture& input, const Theme& theme) { return Builder(input, theme).build(); }

FigureTable table(const PipelinePicture& input) {
    return {QStringLiteral("pipeline-visits"), relay::visitTable(input.record->shown)};
}

QString finding(const PipelinePicture& input) {
    const relay::Measured* measured = input.measured();
    const auto period = measured ? measured->period() : std::nullopt;
    return period
               ? StageTimelineText::tr("A frame every %1, planned %2")
                     .arg(secondsText(*period), secondsText(input.figures().period))
               : StageTimelineText::tr("A frame every %1, as planned").arg(secondsText(input.figures().period));
}

} // namespace

extern const PipelineChart entry{.name = "pipeline-timeline",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Frames through the stages"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Timeline"),
                                 .showsFrames = true,
                                 .build = build,
                                 .table = table,
                                 .finding = finding};

} // namespace edgewright::views::timeline_pipeline
