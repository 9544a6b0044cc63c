// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/policy_table.h"

#include "core/scenario/policy.h"
#include "views/support/field/field_text.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"

#include <QTableView>

#include <algorithm>
#include <array>
#include <vector>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

// Keys of columns, in the order of ShownPercentiles.
constexpr std::array<std::string_view, ShownPercentiles.size()> Percentiles{"p50_seconds", "p95_seconds",
                                                                            "p99_seconds"};

table::Table tableOfResult(const PolicyTable::Result& result) {
    if (result) return *result->table;
    return scenario::scenarioTable(std::make_shared<const std::vector<scenario::PolicyRun>>());
}

// By row and percentile: one that is not known takes more room.
std::vector<bool> knownOf(const PolicyTable::Result& result) {
    std::vector<bool> known;
    if (result)
        for (const auto& row : result->percentiles)
            for (const scenario::QuantileEstimate& each : row)
                known.push_back(each.interval.has_value());
    return known;
}

} // namespace

PolicyTable::PolicyTable(QWidget* parent)
    : QWidget(parent),
      m_rows(new RowTable(tableOfResult(nullptr), this,
                          [this](int row, std::string_view key, int role) { return extra(row, key, role); })),
      m_table(new DataTable(*m_rows, u"scenarioPolicies"_s, this)) {
    columnIn(this, {}, 4)->addWidget(m_table, 1);
    m_table->view().setAccessibleName(tr("Policies by model"));
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        const auto [run, model] = placeOf(row);
        emit rowChosen(QString::fromStdString((*m_result->runs)[run].scenario.policy), model);
    });
}

std::pair<std::size_t, std::size_t> PolicyTable::placeOf(int row) const {
    const std::size_t models = m_result->scenario.models.size();
    return {static_cast<std::size_t>(row) / models, static_cast<std::size_t>(row) % models};
}

// A percentile that is not known says how much it lacks.
QVariant PolicyTable::extra(int row, std::string_view key, int role) const {
    if (row < 0 || !m_result || std::cmp_greater_equal(row, m_result->percentiles.size())) return {};
    if (key == "policy" && role == Qt::ToolTipRole) {
        const scenario::Policy* policy =
            scenario::findPolicy((*m_result->runs)[placeOf(row).first].scenario.policy);
        return policy ? settingWords(policy->title) + u'\n' + settingWords(policy->summary) : QVariant();
    }
    const auto found = std::ranges::find(Percentiles, key);
    if (found == Percentiles.end() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const scenario::QuantileEstimate& estimate =
        m_result
            ->percentiles[static_cast<std::size_t>(row)][static_cast<std::size_t>(found - Percentiles.begin())];
    const bool isKnown = estimate.interval.has_value();
    if (role == Qt::ToolTipRole)
        return isKnown ? tr("95 %: %1 to %2")
                             .arg(secondsText(estimate.interval->low), secondsText(estimate.interval->high))
                       : QVariant();
    return isKnown ? QVariant()
                   : tr("needs %1 more").arg(groupedText(static_cast<std::int64_t>(estimate.missing)));
}

void PolicyTable::showResult(Result result) {
    const bool isSame = m_result && result && m_result->percentiles.size() == result->percentiles.size() &&
                        m_result->scenario.models.size() == result->scenario.models.size();
    const bool hasRoom = isSame && knownOf(m_result) == knownOf(result);
    m_result = std::move(result);
    m_rows->show(tableOfResult(m_result), isSame);
    if (!hasRoom) m_table->fitColumns(-1);
}

void PolicyTable::mark(const std::string& policy) {
    std::vector<int> rows;
    for (std::size_t row = 0; m_result && row < m_result->percentiles.size(); ++row)
        if ((*m_result->runs)[placeOf(static_cast<int>(row)).first].scenario.policy == policy)
            rows.push_back(static_cast<int>(row));
    m_table->markRows(rows);
}

} // namespace edgewright::views
