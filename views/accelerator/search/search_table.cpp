// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/search/search_table.h"

#include "core/cost/search/search_table.h"
#include "views/accelerator/search/search_text.h"

#include <QGuiApplication>
#include <QPixmap>

namespace edgewright::views {

SearchTable::SearchTable(QObject* parent)
    : RowTable(cost::search::searchTable(nullptr, true), parent,
               [this](int row, std::string_view key, int role) {
                   return row >= 0 ? words(static_cast<std::size_t>(row), key, role) : QVariant();
               }) {}

void SearchTable::show(std::shared_ptr<const cost::search::StrategyOutcomes> outcomes) {
    m_outcomes = std::move(outcomes);
    RowTable::show(cost::search::searchTable(m_outcomes, true), true);
}

QVariant SearchTable::words(std::size_t row, std::string_view key, int role) const {
    const bool isUsual = row >= m_outcomes->strategies.size();
    const auto& outcome = m_outcomes->strategies[isUsual ? 0 : row];
    if (key == "strategy" && role == Qt::DecorationRole) {
        QPixmap swatch(10, 10);
        swatch.fill(isUsual
                        ? QColor(Qt::transparent)
                        : strategyLook(*outcome.strategy, Theme::forPalette(QGuiApplication::palette())).color);
        return swatch;
    }
    if (key == "share" && role == Qt::DisplayRole)
        return shareText(m_outcomes->shareOfBest(isUsual ? m_outcomes->usualValue : outcome.result.value));
    if (key == "tile" && role == Qt::ToolTipRole) {
        const auto tiling = isUsual ? m_outcomes->usual : outcome.tiling;
        if (tiling)
            return tr("A tile of %1 rows and %2 columns of output pixels, %3 filters, %4 input channels")
                .arg(tiling->rows)
                .arg(tiling->cols)
                .arg(tiling->filters)
                .arg(tiling->channels);
    }
    return {};
}

} // namespace edgewright::views
