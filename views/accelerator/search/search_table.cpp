// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/search/search_table.h"

#include "views/accelerator/search/search_text.h"
#include "views/support/quantity.h"
#include "views/support/table/table_text.h"

#include <QGuiApplication>
#include <QPixmap>

#include <cmath>

namespace edgewright::views {

using namespace Qt::StringLiterals;

void SearchTable::show(std::shared_ptr<const cost::search::StrategyOutcomes> outcomes) {
    const int before = rowCount();
    const bool isSame =
        outcomes && m_outcomes && outcomes->strategies.size() + 1 == static_cast<std::size_t>(before);
    if (!isSame) beginResetModel();
    m_outcomes = std::move(outcomes);
    if (!isSame) return endResetModel();
    emit dataChanged(index(0, 0),
                     index(before - 1, Columns - 1)); // the order on screen and what is chosen stay
    emit headerDataChanged(Qt::Horizontal, Best, Best);
}

int SearchTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_outcomes ? 0 : static_cast<int>(m_outcomes->strategies.size()) + 1;
}

int SearchTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

const cost::search::StrategyOutcome* SearchTable::outcomeOf(int row) const {
    const auto place = static_cast<std::size_t>(row);
    return place < m_outcomes->strategies.size() ? &m_outcomes->strategies[place] : nullptr;
}

std::optional<cost::Tiling> SearchTable::tilingOf(int row) const {
    const auto* outcome = outcomeOf(row);
    return outcome ? outcome->tiling : m_outcomes->usual;
}

double SearchTable::valueOf(int row) const {
    const auto* outcome = outcomeOf(row);
    return outcome ? outcome->result.value : m_outcomes->usualValue;
}

QVariant SearchTable::sorted(int row, int column) const {
    const auto* outcome = outcomeOf(row);
    switch (column) {
    case Best:
        return std::isfinite(valueOf(row)) ? QVariant(valueOf(row)) : QVariant();
    case Share:
        return m_outcomes->shareOfBest(valueOf(row));
    case ToBest: {
        const std::int64_t trials = outcome ? m_outcomes->trialsToBest(*outcome) : 0;
        return trials > 0 ? QVariant(static_cast<qlonglong>(trials)) : QVariant();
    }
    default:
        return text(row, column);
    }
}

QString SearchTable::text(int row, int column) const {
    const auto* outcome = outcomeOf(row);
    switch (column) {
    case Name:
        return outcome ? strategyTitle(*outcome->strategy) : tr("Without a search");
    case Best:
        return m_outcomes->accelerator.objective == cost::Objective::Cycles && std::isfinite(valueOf(row))
                   ? groupedText(std::llround(valueOf(row)))
                   : searchValueText(*m_outcomes, valueOf(row));
    case Share:
        return shareText(m_outcomes->shareOfBest(valueOf(row)));
    case Tile:
        return tilingOf(row) ? tileText(*tilingOf(row)) : u"–"_s;
    case Order:
        return tilingOf(row) ? orderText(*tilingOf(row)) : u"–"_s;
    default: {
        const QVariant number = sorted(row, column);
        return number.isValid() ? groupedText(number.toLongLong()) : u"–"_s;
    }
    }
}

QVariant SearchTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case SortRole:
        return sorted(index.row(), index.column());
    case Qt::DecorationRole: {
        const auto* outcome = outcomeOf(index.row());
        if (index.column() != Name) return {};
        QPixmap swatch(10, 10);
        swatch.fill(outcome
                        ? strategyLook(*outcome->strategy, Theme::forPalette(QGuiApplication::palette())).color
                        : QColor(Qt::transparent));
        return swatch;
    }
    case Qt::ToolTipRole: {
        const auto tiling = tilingOf(index.row());
        if (index.column() == Tile && tiling)
            return tr("A tile of %1 rows and %2 columns of output pixels, %3 filters, %4 input channels")
                .arg(tiling->rows)
                .arg(tiling->cols)
                .arg(tiling->filters)
                .arg(tiling->channels);
        return text(index.row(), index.column());
    }
    case Qt::TextAlignmentRole: {
        const bool isNumber = index.column() == Best || index.column() == ToBest || index.column() == Share;
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default:
        return {};
    }
}

QVariant SearchTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    const cost::Objective objective = m_outcomes ? m_outcomes->accelerator.objective : cost::Objective::Cycles;
    const bool isCycles = objective == cost::Objective::Cycles;
    struct Head {
        QString title, hint;
    };
    const std::array<Head, Columns> heads{{
        {tr("Strategy"), tr("How the next tilings are chosen")},
        {isCycles                               ? tr("Best cycles")
         : objective == cost::Objective::Energy ? tr("Least energy")
                                                : tr("Energy × cycles"),
         tr("Of the best tiling that it found, by what tiles are chosen for on this accelerator")},
        {tr("To 95 %"), tr("Trials until the best so far is within 95 % of the best that is known")},
        {tr("Tile"), tr("Rows × columns of output pixels × filters × input channels of the best tiling")},
        {tr("Order"),
         tr("Loops over tiles, the outermost first: P output pixels, F filters, C input channels")},
        {tr("Of best"), tr("The best that is known, divided by this")},
    }};
    const Head& head = heads[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return head.title;
    if (role == Qt::ToolTipRole) return head.hint;
    if (role == UnitRole && section == Best)
        return isCycles ? u"cycles"_s : QString::fromStdString(m_outcomes->energyUnit);
    return {};
}

} // namespace edgewright::views
