// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/prediction_pane.h"

#include "views/measure/charts/prediction_chart.h"
#include "views/support/chart/run_chart.h"

#include <QHBoxLayout>
#include <QSplitter>

#include <algorithm>

namespace edgewright::views {

PredictionPane::PredictionPane(Selection& selection, QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_selection(selection) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
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
        connect(&each->pane(), &ChartPane::cleared, this, [this] { m_selection.clear(); });
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
    m_points->display(
        [rows = m_rows, selected](const Theme& theme) { return buildPrediction(rows, selected, theme); },
        keepView);
    m_bars->display(
        [rows = m_rows, selected](const Theme& theme) { return buildPredictionBars(rows, selected, theme); },
        keepView);
}

std::vector<Figure> PredictionPane::figures() const {
    std::vector<Figure> result;
    for (const RunChart* each : {m_points, m_bars})
        if (auto figure = each->figure()) result.push_back(*std::move(figure));
    return result;
}

} // namespace edgewright::views
