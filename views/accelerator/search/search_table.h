// SPDX-License-Identifier: GPL-3.0-or-later
// The best tiling of each strategy, with its colour, and below them the one that is chosen without a search.
#pragma once

#include "core/cost/search/strategy_comparison.h"
#include "views/support/table/row_table.h"

#include <memory>

namespace edgewright::views {

class SearchTable final : public RowTable {
    Q_OBJECT
public:
    explicit SearchTable(QObject* parent = nullptr);
    void show(std::shared_ptr<const cost::search::StrategyOutcomes> outcomes); // null: none

private:
    QVariant words(std::size_t row, std::string_view key, int role) const;

    std::shared_ptr<const cost::search::StrategyOutcomes> m_outcomes;
};

} // namespace edgewright::views
