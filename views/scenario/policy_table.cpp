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

// As many percentiles are known: those that are not take more room.
bool takesSameRoom(const std::vector<PolicyRow>& a, const std::vector<PolicyRow>& b) {
    return std::ranges::equal(a, b, [](const PolicyRow& one, const PolicyRow& other) {
        const auto isKnown = [](const scenario::QuantileEstimate& each) { return each.interval.has_value(); };
        return std::ranges::equal(one.of->percentiles[one.row], other.of->percentiles[other.row], {}, isKnown,
                                  isKnown);
    });
}

bool areSameRows(const std::vector<PolicyRow>& a, const std::vector<PolicyRow>& b) {
    return std::ranges::equal(a, b, [](const PolicyRow& one, const PolicyRow& other) {
        return one.row == other.row && one.isReal == other.isReal && one.of->models() == other.of->models();
    });
}

} // namespace

PolicyTable::PolicyTable(QWidget* parent)
    : QWidget(parent),
      m_rows(new RowTable(policyTable({}), this,
                          [this](int row, std::string_view key, int role) { return extra(row, key, role); })),
      m_table(new DataTable(*m_rows, u"scenarioPolicies"_s, this)) {
    columnIn(this, {}, 4)->addWidget(m_table, 1);
    m_table->view().setAccessibleName(tr("Policies by model"));
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        const PolicyRow& chosen = m_shown[static_cast<std::size_t>(row)];
        emit rowChosen(QString::fromStdString(chosen.run().scenario.policy), chosen.model());
    });
    fill();
}

// A percentile that is not known says how much it lacks.
QVariant PolicyTable::extra(int row, std::string_view key, int role) const {
    if (row < 0 || std::cmp_greater_equal(row, m_shown.size())) return {};
    const PolicyRow& shown = m_shown[static_cast<std::size_t>(row)];
    if (key == "policy" && (role == Qt::DisplayRole || role == Qt::ToolTipRole)) {
        const scenario::Policy* policy = scenario::findPolicy(shown.run().scenario.policy);
        if (!policy) return {};
        return settingWords(role == Qt::DisplayRole ? policy->title : policy->summary);
    }
    const auto found = std::ranges::find(Percentiles, key);
    if (found == Percentiles.end() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const scenario::QuantileEstimate& estimate =
        shown.of->percentiles[shown.row][static_cast<std::size_t>(found - Percentiles.begin())];
    const bool isKnown = estimate.interval.has_value();
    if (role == Qt::ToolTipRole)
        return isKnown ? tr("95 %: %1 to %2")
                             .arg(secondsText(estimate.interval->low), secondsText(estimate.interval->high))
                       : QVariant();
    return isKnown ? QVariant()
                   : tr("needs %1 more").arg(groupedText(static_cast<std::int64_t>(estimate.missing)));
}

void PolicyTable::showSimulated(Rows rows) {
    m_simulated = std::move(rows);
    fill();
}

void PolicyTable::showReallyRun(Rows rows) {
    m_real = std::move(rows);
    fill();
}

void PolicyTable::fill() {
    std::vector<PolicyRow> rows = rowsBeside(m_simulated, m_real);
    const bool isSame = areSameRows(m_shown, rows);
    const bool hasRoom = isSame && takesSameRoom(m_shown, rows);
    m_shown = std::move(rows);
    m_rows->show(policyTable(m_shown), isSame);
    setVisible(!m_shown.empty()); // heads alone say nothing
    if (!hasRoom) m_table->fitColumns(-1);
    mark(m_marked);
}

void PolicyTable::mark(const std::string& policy) {
    m_marked = policy;
    std::vector<int> rows;
    for (std::size_t row = 0; row < m_shown.size(); ++row)
        if (m_shown[row].run().scenario.policy == policy) rows.push_back(static_cast<int>(row));
    m_table->markRows(rows);
}

} // namespace edgewright::views
