// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/policy_table.h"

#include "core/scenario/latency.h"
#include "core/scenario/policy.h"
#include "views/support/field/field_text.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"

#include <QTableView>

#include <algorithm>
#include <array>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array Percentiles{std::pair<std::string_view, double>{"p50_seconds", 0.5},
                                 std::pair<std::string_view, double>{"p95_seconds", 0.95},
                                 std::pair<std::string_view, double>{"p99_seconds", 0.99}};

table::Table tableOfRuns(PolicyTable::Runs runs) {
    if (!runs) runs = std::make_shared<const std::vector<scenario::PolicyRun>>();
    return scenario::scenarioTable(std::move(runs));
}

} // namespace

PolicyTable::PolicyTable(QWidget* parent)
    : QWidget(parent),
      m_rows(new RowTable(tableOfRuns(nullptr), this,
                          [this](int row, std::string_view key, int role) { return extra(row, key, role); })),
      m_table(new DataTable(*m_rows, u"scenarioPolicies"_s, this)) {
    columnIn(this, {}, 4)->addWidget(m_table, 1);
    m_table->view().setAccessibleName(tr("Policies by model"));
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        const auto [run, model] = placeOf(row);
        emit rowChosen(QString::fromStdString((*m_runs)[run].scenario.policy), model);
    });
}

std::pair<std::size_t, std::size_t> PolicyTable::placeOf(int row) const {
    const std::size_t models = m_runs->front().simulation.models.size();
    return {static_cast<std::size_t>(row) / models, static_cast<std::size_t>(row) % models};
}

// A percentile that is not known says how much it lacks.
QVariant PolicyTable::extra(int row, std::string_view key, int role) const {
    if (row < 0 || std::cmp_greater_equal(row, m_sorted.size())) return {};
    if (key == "policy" && role == Qt::ToolTipRole) {
        const scenario::Policy* policy = scenario::findPolicy((*m_runs)[placeOf(row).first].scenario.policy);
        return policy ? settingWords(policy->title) + u'\n' + settingWords(policy->summary) : QVariant();
    }
    const auto found = std::ranges::find(Percentiles, key, &std::pair<std::string_view, double>::first);
    if (found == Percentiles.end() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const scenario::QuantileEstimate estimate =
        scenario::quantileEstimate(m_sorted[static_cast<std::size_t>(row)], found->second);
    const bool isKnown = estimate.interval.has_value();
    if (role == Qt::ToolTipRole)
        return isKnown ? tr("95 %: %1 to %2")
                             .arg(secondsText(estimate.interval->low), secondsText(estimate.interval->high))
                       : QVariant();
    return isKnown ? QVariant()
                   : tr("needs %1 more").arg(groupedText(static_cast<std::int64_t>(estimate.missing)));
}

void PolicyTable::showRuns(Runs runs) {
    const bool isSame = m_runs && runs && m_runs->size() == runs->size() &&
                        m_runs->front().simulation.models.size() == runs->front().simulation.models.size();
    m_runs = std::move(runs);
    m_sorted.clear();
    if (m_runs)
        for (const scenario::PolicyRun& run : *m_runs)
            for (const scenario::ModelResult& model : run.simulation.models) {
                m_sorted.push_back(model.latencies);
                std::ranges::sort(m_sorted.back());
            }
    m_rows->show(tableOfRuns(m_runs), isSame);
    if (!isSame) m_table->fitColumns(-1);
}

void PolicyTable::showNothing() { showRuns(nullptr); }

void PolicyTable::mark(const std::string& policy) {
    std::vector<int> rows;
    for (std::size_t row = 0; m_runs && row < m_sorted.size(); ++row)
        if ((*m_runs)[placeOf(static_cast<int>(row)).first].scenario.policy == policy)
            rows.push_back(static_cast<int>(row));
    m_table->markRows(rows);
}

} // namespace edgewright::views
