// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/scenario/policy_rows.h"

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr std::size_t SourceColumn = 2; // behind policy and model

table::Cell sourceWord(const PolicyRow& row) {
    return row.isReal ? table::Word{"run", TRANSLATABLE("Word", "run")}
                      : table::Word{"simulated", TRANSLATABLE("Word", "simulated")};
}

} // namespace

PolicyRows policyRows(std::vector<scenario::PolicyRun> runs) {
    PolicyRows rows;
    for (scenario::PolicyRun& run : runs)
        for (scenario::ModelResult& model : run.simulation.models) {
            std::ranges::sort(model.latencies);
            auto& percentiles = rows.percentiles.emplace_back();
            for (std::size_t i = 0; i < ShownPercentiles.size(); ++i)
                percentiles[i] = scenario::quantileEstimate(model.latencies, ShownPercentiles[i]);
        }
    rows.runs = std::make_shared<const std::vector<scenario::PolicyRun>>(std::move(runs));
    rows.table = scenario::scenarioTable(rows.runs);
    return rows;
}

std::vector<PolicyRow> rowsBeside(const std::shared_ptr<const PolicyRows>& simulated,
                                  const std::shared_ptr<const PolicyRows>& real) {
    std::vector<PolicyRow> rows;
    for (std::size_t row = 0; simulated && row < simulated->percentiles.size(); ++row) {
        rows.push_back({simulated, row});
        if (!real || real->models() != simulated->models()) continue;
        if (const PolicyRow beside{real, rows.back().model(), true};
            beside.run().scenario.policy == rows.back().run().scenario.policy)
            rows.push_back(beside);
    }
    for (std::size_t row = 0; !simulated && real && row < real->percentiles.size(); ++row)
        rows.push_back({real, row, true});
    return rows;
}

table::Table policyTable(std::vector<PolicyRow> rows) {
    std::vector<table::Head> heads =
        scenario::scenarioTable(std::make_shared<const std::vector<scenario::PolicyRun>>()).heads;
    heads.insert(heads.begin() + SourceColumn, {"source", TRANSLATABLE("Column", "Source"), "", Unit::Text,
                                                table::Everywhere | table::FoldedIfAlike});
    const std::size_t count = rows.size();
    return {std::move(heads), count, [rows = std::move(rows)](std::size_t row, std::size_t column) {
                const PolicyRow& each = rows[row];
                return column == SourceColumn ? sourceWord(each)
                                              : each.of->table.at(each.row, column - (column > SourceColumn));
            }};
}

} // namespace edgewright::views
