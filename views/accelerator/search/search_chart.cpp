// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/search/search_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QCoreApplication>
#include <QLegend>
#include <QLineSeries>
#include <QLogValueAxis>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct SearchChart {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::SearchChart)
};

using cost::search::Step;
using cost::search::StrategyOutcome;
using cost::search::StrategyOutcomes;

class Curves {
public:
    Curves(const StrategyOutcomes& outcomes, const Theme& theme, bool isOld)
        : m_outcomes(outcomes), m_theme(theme), m_isOld(isOld) {}

    BuiltChart build() {
        QChart& chart = *m_built.chart;
        const QString name = shortName(QString::fromStdString(m_outcomes.layer.name), 48);
        chart.setTitle(chartWords(m_isOld ? SearchChart::tr("%1 as it was").arg(name) : name));
        const double end = lastTrial();
        auto* x = new QLogValueAxis;
        x->setBase(10);
        x->setMinorTickCount(-1);
        x->setLabelFormat(QString::fromLatin1(TickFormat));
        x->setRange(1, rightEdge(end));
        x->setTitleText(SearchChart::tr("Trials (tilings evaluated)"));
        m_low = lowest();
        constexpr double Above = 3; // percent, for what lies on the upper edge
        QAbstractAxis* y = makeValueAxis(m_low, 100 + Above, m_low < 50 ? 20 : 10,
                                         SearchChart::tr("Best so far (% of the best known)"));
        chart.legend()->hide(); // the lines carry their names
        m_notes = new ChartAnnotations(chart, m_theme);
        addLevels(rightEdge(end));
        std::vector<const StrategyOutcome*> order; // labels stand in the order of their ends
        for (const StrategyOutcome& each : m_outcomes.strategies)
            if (!each.result.curve.empty()) order.push_back(&each);
        std::ranges::stable_sort(order, {}, [](const StrategyOutcome* each) { return each->result.value; });
        for (const StrategyOutcome* each : order)
            addCurve(*each, end);
        addAxes(chart, x, y);
        styleChart(chart, m_theme);
        return std::move(m_built);
    }

private:
    QColor shown(const QColor& color) const { return m_isOld ? mixed(color, m_theme.surface, 0.4) : color; }
    double percent(double value) const { return 100 * m_outcomes.shareOfBest(value); }

    static bool isShort(const StrategyOutcome& outcome) { return !outcome.strategy->enumerates; }
    // A search of all tilings takes many more trials than the others: the picture ends where it is near the
    // best, or where it would leave too little room to the others.
    double lastTrial() const {
        constexpr std::int64_t MaxTimes = 1000;
        std::int64_t last = std::max<std::int64_t>(m_outcomes.options.trials, 10);
        const std::int64_t most = last * MaxTimes;
        for (const StrategyOutcome& each : m_outcomes.strategies)
            if (const std::int64_t near = m_outcomes.trialsToBest(each); !isShort(each) && near <= most)
                last = std::max(last, near);
        return static_cast<double>(last);
    }
    // Names of lines stand beside their ends, above those of a longer one.
    double rightEdge(double end) const {
        const bool isLonger = end > 10 * static_cast<double>(m_outcomes.options.trials);
        return std::pow(end, isLonger ? 1.15 : 1.55);
    }
    // A multiple of ten below where the lines begin, but for those that enumerate.
    double lowest() const {
        double least = percent(m_outcomes.usualValue);
        for (const StrategyOutcome& each : m_outcomes.strategies)
            if (isShort(each) && !each.result.curve.empty())
                least = std::min(least, percent(each.result.curve.front().value));
        return std::clamp(10 * std::floor(least / 10), 0.0, 80.0);
    }

    // What is as good as the best, and what the costs of the page are.
    void addLevels(double right) {
        constexpr double Near = 100 * cost::search::NearBest;
        addLine(*m_built.chart, QPen(m_theme.line, 1), {{1, Near}, {right, Near}});
        const double share = percent(m_outcomes.usualValue);
        QPen dashes(shown(m_theme.text), 1.2);
        dashes.setDashPattern({6, 4});
        QLineSeries* usual = addLine(*m_built.chart, dashes, {{1, share}, {right, share}});
        m_notes->keepClear(*usual);
        m_notes->add(ChartLabel{usual,
                                {1, share},
                                SearchChart::tr("without a search: %1").arg(shareText(share / 100)),
                                shown(m_theme.text),
                                Qt::AlignBottom | Qt::AlignRight});
        m_built.targets.push_back(
            {usual,
             {1, share},
             SearchChart::tr("Chosen without a search: %1, %2 of the best")
                 .arg(searchValueText(m_outcomes, m_outcomes.usualValue), shareText(share / 100))});
    }

    void addCurve(const StrategyOutcome& outcome, double end) {
        const StrategyLook look = strategyLook(*outcome.strategy, m_theme);
        const QColor color = shown(look.color);
        QPen pen(color, 1.8);
        if (outcome.strategy->enumerates) pen.setStyle(Qt::DotLine);
        QLineSeries* line = addLine(*m_built.chart, pen);
        m_notes->keepClear(*line);
        const QString title = strategyTitle(*outcome.strategy);
        double level = m_low; // what lies below the picture is not drawn: on paper nothing is clipped
        for (const Step& step : outcome.result.curve) {
            const auto trial = static_cast<double>(step.trial);
            if (trial > end) break;
            const double share = percent(step.value);
            if (share <= m_low) continue;
            if (&step != &outcome.result.curve.front()) line->append(trial, level);
            line->append(trial, share);
            level = share;
            m_built.targets.push_back(
                {line,
                 {trial, share},
                 SearchChart::tr("%1, trial %2: %3, %4 of the best")
                     .arg(title, groupedText(step.trial), searchValueText(m_outcomes, step.value),
                          shareText(share / 100))});
        }
        const double last = std::clamp(static_cast<double>(outcome.result.evaluations), 1.0, end);
        if (line->count() > 0) line->append(last, level);
        const std::int64_t near = m_outcomes.trialsToBest(outcome);
        if (near > 0 && static_cast<double>(near) <= end) {
            const double wide = look.shape == QScatterSeries::MarkerShapeTriangle ? 12 : 10;
            addMarks(*m_built.chart, look.shape, wide, color, m_theme.surface)
                ->append(static_cast<double>(near), percent(outcome.result.bestAfter(near)));
        }
        const QString words =
            near > 0 ? SearchChart::tr("%1: 95 % after %2", "strategy, trials").arg(title, groupedText(near))
                     : SearchChart::tr("%1: %2", "strategy, share of the best")
                           .arg(title, shareText(percent(outcome.result.value) / 100));
        if (isShort(outcome))
            m_notes->add(ChartLabel{line, {last, level}, words, color, Qt::AlignRight, true, title});
        else // where the others have no names; the line itself may lie beyond the edge
            m_notes->add(ChartLabel{line,
                                    {line->count() > 0 ? line->at(0).x() : end, (3 * m_low + level) / 4},
                                    words,
                                    color,
                                    Qt::AlignLeft,
                                    true,
                                    {}});
    }

    const StrategyOutcomes& m_outcomes;
    const Theme& m_theme;
    bool m_isOld;
    BuiltChart m_built;
    ChartAnnotations* m_notes = nullptr;
    double m_low = 0; // percent
};

} // namespace

BuiltChart buildSearchChart(const StrategyOutcomes& outcomes, const Theme& theme, bool isOld) {
    return Curves(outcomes, theme, isOld).build();
}

} // namespace edgewright::views
