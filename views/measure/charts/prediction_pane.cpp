// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/prediction_pane.h"

#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/row_bars.h"
#include "views/support/chart/run_chart.h"
#include "views/support/chart/time_unit.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>
#include <QLineSeries>
#include <QScatterSeries>
#include <QSplitter>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxPredictionBars = 12;

struct PredictionText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Prediction)
};

QString predictionTip(const device::OperatorRow& row) {
    QStringList lines{
        QStringLiteral("%1 (%2)").arg(QString::fromStdString(row.name), QString::fromStdString(row.op)),
        PredictionText::tr("● %1, %2 of the time").arg(secondsText(row.seconds), percentText(row.share))};
    if (row.predicted > 0)
        lines << PredictionText::tr("≈ predicted %1: %2 × as long")
                     .arg(secondsText(row.predicted), significant(row.predicted / row.seconds));
    return lines.join(u'\n');
}

// What every operator was predicted to take against what it took. Both on logarithmic axes, with the line on
// which predictions are right and those of half and of twice the time. One target for each row, in their order,
// far outside where it has no prediction. `selected`: -1: none.
BuiltChart buildPrediction(const std::vector<device::OperatorRow>& rows, int selected, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    const auto isShown = [](const device::OperatorRow& row) { return row.seconds > 0 && row.predicted > 0; };
    double low = INFINITY, high = 0;
    for (const device::OperatorRow& row : rows)
        if (isShown(row)) {
            low = std::min({low, row.seconds, row.predicted});
            high = std::max({high, row.seconds, row.predicted});
        }
    if (high <= 0) low = 1e-6, high = 1e-3;
    low *= 1e6 / 1.6;
    high *= 1e6 * 1.6;
    QAbstractAxis* x = makeLogAxis(low, high, PredictionText::tr("Measured (µs)"));
    QAbstractAxis* y = makeLogAxis(low, high, PredictionText::tr("Predicted (µs)"));
    auto* notes = new ChartAnnotations(chart, theme);
    for (const double factor : {0.5, 1.0, 2.0}) {
        QLineSeries* line = addLine(chart,
                                    QPen(factor == 1 ? theme.text : theme.muted, factor == 1 ? 1.4 : 1,
                                         factor == 1 ? Qt::SolidLine : Qt::DotLine),
                                    {{std::max(low, low / factor), std::max(low, low * factor)},
                                     {std::min(high, high / factor), std::min(high, high * factor)}});
        const double at = std::sqrt(low * high) * 4;
        if (factor != 1 && at * std::max(factor, 1.0) < high)
            notes->add(ChartLabel{line,
                                  {at, at * factor},
                                  factor < 1 ? PredictionText::tr("half") : PredictionText::tr("twice"),
                                  theme.muted,
                                  factor < 1 ? Qt::AlignRight : Qt::AlignLeft});
    }
    std::array<QScatterSeries*, 2> kinds{};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        kinds[kind] = addMarks(
            chart, kind == 0 ? QScatterSeries::MarkerShapeCircle : QScatterSeries::MarkerShapeRectangle,
            kind == 0 ? 8 : 6, theme.category(kind == 0 ? ops::Category::Compute : ops::Category::ElementWise),
            theme.surface, kind == 0 ? PredictionText::tr("with MACs") : PredictionText::tr("without"));
    }
    addAxes(chart, x, y);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const device::OperatorRow& row = rows[i];
        QScatterSeries* series = kinds[row.macs > 0 ? 0 : 1];
        // Far outside of the picture, where no click finds it.
        const QPointF at =
            isShown(row) ? QPointF(row.seconds * 1e6, row.predicted * 1e6) : QPointF(low / 1e6, low / 1e6);
        built.targets.push_back({series, at, predictionTip(row)});
        if (!isShown(row)) continue;
        series->append(at);
        if (static_cast<int>(i) == selected) notes->add(ChartRing{series, at, theme.accent, 9});
    }
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

// The rows that take longest, as bars with what was predicted; MaxPredictionBars targets, in the order of the
// rows.
BuiltChart buildPredictionBars(const std::vector<device::OperatorRow>& rows, int selected, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const std::size_t count = std::min(rows.size(), MaxPredictionBars);
    double high = 0;
    for (std::size_t i = 0; i < count; ++i)
        high = std::max({high, rows[i].seconds, rows[i].predicted});
    if (high <= 0) high = 1e-3;
    const TimeUnit unit = timeUnit(high);
    high *= unit.perSecond * 1.05;
    NamedRows named(chart, count);
    QScatterSeries* marks = named.marks();
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<RowBar> bars;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) {
        const device::OperatorRow& row = rows[i];
        names.push_back(row.name);
        RowBar bar;
        bar.y = named.middle(i);
        bar.value = row.seconds * unit.perSecond;
        if (row.predicted > 0) bar.beside = row.predicted * unit.perSecond;
        bar.ink = theme.category(row.macs > 0 ? ops::Category::Compute : ops::Category::ElementWise);
        marks->append(bar.value, bar.y);
        built.targets.push_back({marks, {bar.value, bar.y}, predictionTip(row), bar.extent()});
        if (static_cast<int>(i) == selected) notes->add(ChartRing{marks, {bar.value, bar.y}, theme.accent, 8});
        bars.push_back(bar);
    }
    QAbstractAxis* x = makeValueAxis(0, high, roundedScale(high / 6),
                                     PredictionText::tr("Time (%1): ▬ measured, ◇ predicted").arg(unit.name));
    named.finish(names, x, std::move(bars), theme);
    styleChart(chart, theme);
    return built;
}

} // namespace

PredictionPane::PredictionPane(Selection& selection, QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_selection(selection) {
    auto* row = rowIn(this);
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->setObjectName(QStringLiteral("predictionColumns"));
    split->setChildrenCollapsible(false);
    row->addWidget(split);
    m_points = new RunChart(QStringLiteral("prediction"), tr("Predicted and measured time of every operator"),
                            pool, split);
    m_bars = new RunChart(QStringLiteral("prediction-bars"),
                          tr("The longest operators, measured and predicted"), pool, split);
    split->addWidget(m_points);
    split->addWidget(m_bars);
    split->setSizes({1000, 1000});
    for (RunChart* each : {m_points, m_bars}) {
        connect(&each->pane(), &ChartPane::targetClicked, this, [this](std::size_t target) {
            if (target < m_rows.size() && m_rows[target].node.valid())
                m_selection.select({m_rows[target].node, {}});
        });
        connect(&each->pane(), &ChartPane::cleared, this, [this] { return m_selection.clear(); });
    }
    connect(&selection, &Selection::changed, this, [this] { draw(true); });
    draw(false);
}

void PredictionPane::setRows(std::vector<device::OperatorRow> rows) {
    m_rows = std::move(rows);
    draw(false);
}

void PredictionPane::draw(bool keepView) {
    const bool known =
        std::ranges::any_of(m_rows, [](const device::OperatorRow& row) { return row.predicted > 0; });
    m_bars->setVisible(known);
    if (!known) {
        m_points->displayNothing(m_rows.empty()
                                     ? tr("Measured and predicted times stand here once it is measured.")
                                     : tr("Times are predicted for one thread of our own float32 kernels."));
        return m_bars->displayNothing({});
    }
    const NodeId node = m_selection.current().node;
    const auto found = std::ranges::find_if(m_rows, [&](const device::OperatorRow& row) {
        return node.valid() && (row.node == node || std::ranges::binary_search(row.origins, node));
    });
    const int selected = found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
    const auto build = [&](auto chart, int at) {
        return [rows = m_rows, chart, at](const Theme& theme) { return chart(rows, at, theme); };
    };
    m_points->display(build(buildPrediction, selected), keepView, false, build(buildPrediction, -1));
    m_bars->display(build(buildPredictionBars, selected), keepView, false, build(buildPredictionBars, -1));
}

std::vector<Figure> PredictionPane::figures() const {
    std::vector<Figure> result;
    for (const RunChart* each : {m_points, m_bars})
        if (auto figure = each->figure()) result.push_back(*std::move(figure));
    return result;
}

} // namespace edgewright::views
