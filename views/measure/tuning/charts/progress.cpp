// SPDX-License-Identifier: GPL-3.0-or-later
// The best time so far as a share of the default's, of the network and of each task, over trials or seconds;
// the default and the roof are lines.
#include "views/measure/tuning/tuning_charts.h"
#include "views/measure/tuning/tuning_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QLogValueAxis>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace edgewright::views {

namespace {

struct TuningProgress {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TuningProgress)
};

constexpr double MaxPercent = 140;     // of the default: what is slower is above the picture
constexpr double Labels = 1.2;         // of the width, for names beside the ends of lines
constexpr std::size_t MaxInLegend = 8; // kernels in the legend, on paper: those that take longest

// One line: of the network, or of a task.
struct Curve {
    QString name;
    std::vector<tuner::TunePoint> points;
    double whole = 0; // that is 100 %
    double floor = 0;
    double decided = 0; // the share of the default on new samples; 0: nothing was decided
    std::optional<std::size_t> task = {};
    bool isMain = false;
    std::optional<std::size_t> named = {}; // its place in the legend; nothing: it has none
};

double wholeOf(double usual, const std::vector<tuner::TunePoint>& points) {
    return usual > 0 ? usual : points.empty() ? 0 : points.front().value;
}

class Progress {
public:
    Progress(const TuningInput& input, const Theme& theme, bool isOverSeconds)
        : m_input(input), m_tried(input.tried()), m_theme(theme), m_isOverSeconds(isOverSeconds) {
        const auto subject = input.subject();
        for (std::size_t i = 0; i < m_tried.tasks.size(); ++i) {
            const tuner::TriedTask& task = m_tried.tasks[i];
            Curve curve{.name = taskName(m_tried, i), .points = tuner::bestSoFar(m_tried, i), .task = i};
            curve.whole = wholeOf(task.usualSeconds > 0 ? task.usualSeconds : task.decidedUsual, curve.points);
            curve.floor = task.floor;
            if (task.decidedUsual > 0) curve.decided = task.tunedSeconds / task.decidedUsual;
            curve.isMain = subject == i;
            if (curve.whole > 0) m_curves.push_back(std::move(curve));
        }
        if (m_tried.areWeightsKnown && m_tried.tasks.size() > 1) {
            Curve sum{.name = TuningProgress::tr("all kernels"), .points = tuner::bestSoFar(m_tried)};
            sum.whole = wholeOf(m_tried.sum(&tuner::TriedTask::usualSeconds), sum.points);
            sum.floor = m_tried.sum(&tuner::TriedTask::floor);
            if (const double usual = m_tried.sum(&tuner::TriedTask::decidedUsual); usual > 0)
                sum.decided = m_tried.sum(&tuner::TriedTask::tunedSeconds) / usual;
            sum.isMain = !subject;
            if (sum.whole > 0) m_curves.push_back(std::move(sum));
        }
        std::ranges::stable_sort(m_curves, {}, &Curve::isMain); // the main one is drawn last
        if (input.isOnPaper) nameLongest();
    }

    BuiltChart build(std::vector<std::optional<std::size_t>>& tasks) {
        QChart& chart = *m_built.chart;
        chart.legend()->setAlignment(Qt::AlignBottom);
        chart.legend()->setVisible(m_input.isOnPaper && m_curves.size() > 1);
        m_notes = new ChartAnnotations(chart, m_theme);
        m_end = lastAt();
        m_last = m_isOverSeconds ? m_end : std::max<double>(1, static_cast<double>(m_tried.trials.size()));
        double low = 100, high = 100;
        for (const Curve& curve : m_curves)
            for (const tuner::TunePoint& point : curve.points) {
                low = std::min(low, percent(curve, point.value));
                high = std::max(high, percent(curve, point.value));
            }
        for (const Curve& curve : m_curves)
            if (curve.isMain && curve.floor > 0) low = std::min(low, percent(curve, curve.floor));
        m_low = std::max(0.0, 10 * std::floor((low - 2) / 10));
        m_high = std::min(MaxPercent, 10 * std::ceil((high + 2) / 10));
        addDefault();
        for (const Curve& curve : m_curves)
            addCurve(curve, tasks);
        addAxes(chart, xAxis(),
                makeValueAxis(m_low, m_high, m_high - m_low > 60 ? 20 : 10,
                              hasDefault() ? TuningProgress::tr("Best so far (% of the default)")
                                           : TuningProgress::tr("Best so far (% of the first trial)")));
        for (QLegendMarker* marker : chart.legend()->markers()) // marks have names beside them
            if (marker->label().isEmpty()) marker->setVisible(false);
        styleChart(chart, m_theme);
        return std::move(m_built);
    }

private:
    bool hasDefault() const {
        return std::ranges::any_of(m_tried.tasks,
                                   [](const tuner::TriedTask& each) { return each.defaultSeconds() > 0; });
    }
    // On screen the pointer tells them.
    void nameLongest() {
        std::vector<Curve*> longest;
        for (Curve& each : m_curves)
            if (each.task && !each.isMain) longest.push_back(&each);
        std::ranges::stable_sort(longest, std::ranges::greater(), [this](const Curve* each) {
            return m_tried.tasks[*each->task].weight * each->whole;
        });
        for (std::size_t i = 0; i < std::min(MaxInLegend, longest.size()); ++i)
            longest[i]->named = i;
    }
    // Of the grey lines the first has one for all.
    QString nameInLegend(const Curve& curve) {
        if (!m_input.isOnPaper) return {};
        if (curve.isMain || curve.named) return curve.name;
        return std::exchange(m_namesOthers, true) ? QString() : TuningProgress::tr("other kernels");
    }
    QPen penOf(const Curve& curve) const {
        if (curve.isMain) return QPen(m_theme.after, 2.2);
        if (!curve.named) return QPen(mixed(m_theme.muted, m_theme.surface, 0.55), 1);
        constexpr std::array Lines{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
        return QPen(m_theme.categories[*curve.named % (m_theme.categories.size() - 1)], 1.2,
                    Lines[*curve.named % Lines.size()]);
    }
    static double percent(const Curve& curve, double value) { return 100 * value / curve.whole; }
    double at(const tuner::TunePoint& point) const {
        return m_isOverSeconds ? point.seconds : static_cast<double>(std::max<std::int64_t>(point.trial, 1));
    }
    double lastAt() const {
        if (!m_isOverSeconds) return std::max<double>(10, static_cast<double>(m_tried.trials.size()));
        double last = 0;
        for (const tuner::TriedTrial& each : m_tried.trials)
            last = std::max(last, each.after.value_or(0));
        return last > 0 ? last : 1;
    }
    double rightEdge() const { return m_isOverSeconds ? m_end * Labels : std::pow(m_end, Labels); }
    QAbstractAxis* xAxis() const {
        if (m_isOverSeconds)
            return makeValueAxis(0, rightEdge(), roundedScale(m_end / 6),
                                 TuningProgress::tr("Seconds of searching"));
        auto* x = new QLogValueAxis;
        x->setBase(10);
        x->setMinorTickCount(-1);
        x->setLabelFormat(QString::fromLatin1(TickFormat));
        x->setRange(1, rightEdge());
        x->setTitleText(TuningProgress::tr("Trials, of all kernels"));
        return x;
    }
    double leftEdge() const { return m_isOverSeconds ? 0 : 1; }

    void addDefault() {
        if (!hasDefault()) return;
        QPen dashes(m_theme.text, 1.2);
        dashes.setDashPattern({6, 4});
        QLineSeries* line = addLine(*m_built.chart, dashes, {{leftEdge(), 100}, {rightEdge(), 100}});
        m_notes->keepClear(*line);
        m_notes->add(ChartLabel{line,
                                {rightEdge(), 100},
                                TuningProgress::tr("default"),
                                m_theme.text,
                                Qt::AlignTop | Qt::AlignLeft});
    }

    void addFloor(const Curve& curve) {
        const double share = percent(curve, curve.floor);
        if (curve.floor <= 0 || share > m_high) return;
        QLineSeries* line = addLine(*m_built.chart, QPen(m_theme.muted, 1.2, Qt::DotLine),
                                    {{leftEdge(), share}, {rightEdge(), share}});
        m_notes->keepClear(*line);
        m_notes->add(ChartLabel{line,
                                {rightEdge(), share},
                                TuningProgress::tr("roof: %1, %2", "a share, a time")
                                    .arg(percentText(share / 100), secondsText(curve.floor)),
                                m_theme.muted,
                                Qt::AlignTop | Qt::AlignLeft});
    }

    void addCurve(const Curve& curve, std::vector<std::optional<std::size_t>>& tasks) {
        QLineSeries* line = addLine(*m_built.chart, penOf(curve));
        if (const QString name = nameInLegend(curve); !name.isEmpty()) {
            line->setName(chartWords(name));
            for (QLegendMarker* marker : m_built.chart->legend()->markers(line))
                marker->setVisible(true);
        }
        if (curve.isMain) {
            addFloor(curve);
            m_notes->keepClear(*line);
        }
        double level = m_high;
        for (const tuner::TunePoint& point : curve.points) {
            const double share = std::min(percent(curve, point.value), m_high), x = at(point);
            if (line->count() > 0) line->append(x, level);
            line->append(x, share);
            level = share;
            m_built.targets.push_back(
                {line,
                 {x, share},
                 (hasDefault() ? TuningProgress::tr("%1, trial %2: %3, %4 of the default")
                               : TuningProgress::tr("%1, trial %2: %3, %4 of the first trial"))
                     .arg(curve.name, groupedText(point.trial), secondsText(point.value),
                          percentText(point.value / curve.whole))});
            tasks.push_back(curve.task);
        }
        if (curve.points.empty()) return;
        line->append(m_last, level);
        if (!curve.isMain) return;
        const QString share = percentText(curve.points.back().value / curve.whole);
        m_notes->add(ChartLabel{line,
                                {m_last, level},
                                TuningProgress::tr("%1: %2", "kernel, share").arg(curve.name, share),
                                m_theme.after,
                                Qt::AlignRight,
                                true,
                                share});
        addDecided(curve, tasks);
    }

    // The search takes the luckiest of many samples; new ones tell what is left of that.
    void addDecided(const Curve& curve, std::vector<std::optional<std::size_t>>& tasks) {
        const double share = 100 * curve.decided;
        if (share <= m_low || share > m_high) return;
        QScatterSeries* mark = addMarks(*m_built.chart, QScatterSeries::MarkerShapeRotatedRectangle, 11,
                                        m_theme.after, m_theme.surface);
        mark->append(m_last, share);
        m_notes->add(ChartLabel{mark,
                                {m_last, share},
                                TuningProgress::tr("decided: %1").arg(percentText(curve.decided)),
                                m_theme.text,
                                Qt::AlignRight});
        m_built.targets.push_back({mark,
                                   {m_last, share},
                                   TuningProgress::tr("%1, on new samples: %2 of the default")
                                       .arg(curve.name, percentText(curve.decided))});
        tasks.push_back(curve.task);
    }

    const TuningInput& m_input;
    const tuner::Tried& m_tried;
    const Theme& m_theme;
    bool m_isOverSeconds;
    std::vector<Curve> m_curves;
    BuiltChart m_built;
    ChartAnnotations* m_notes = nullptr;
    bool m_namesOthers = false; // the legend
    double m_end = 1;           // of the axis but for the names beside the lines
    double m_last = 1;          // where lines end: ten trials are the least that an axis shows
    double m_low = 0, m_high = 100;
};

QString noTimes(const TuningInput& input) {
    for (const tuner::TriedTrial& each : input.tried().trials)
        if (std::isfinite(each.seconds)) return {};
    return input.shown->log ? TuningProgress::tr("No trial of this log has a time.")
                            : TuningProgress::tr("No trial is done yet.");
}

QString noSeconds(const TuningInput& input) {
    if (const QString none = noTimes(input); !none.isEmpty()) return none;
    for (const tuner::TriedTrial& each : input.tried().trials)
        if (each.after) return {};
    return TuningProgress::tr("This log does not tell when its trials were, nor what they cost.");
}

} // namespace

namespace over_trials_tuning {

extern const TuningChartSpec entry{
    "tuning-trials", QT_TRANSLATE_NOOP("Chart", "Best so far over the trials"),
    QT_TRANSLATE_NOOP("Chart", "Best so far, by trials"), noTimes,
    [](const TuningInput& input, const Theme& theme, std::vector<std::optional<std::size_t>>& tasks) {
        return Progress(input, theme, false).build(tasks);
    }};

} // namespace over_trials_tuning

namespace over_seconds_tuning {

extern const TuningChartSpec entry{
    "tuning-seconds", QT_TRANSLATE_NOOP("Chart", "Best so far over the time"),
    QT_TRANSLATE_NOOP("Chart", "Best so far, by time"), noSeconds,
    [](const TuningInput& input, const Theme& theme, std::vector<std::optional<std::size_t>>& tasks) {
        return Progress(input, theme, true).build(tasks);
    }};

} // namespace over_seconds_tuning

} // namespace edgewright::views
