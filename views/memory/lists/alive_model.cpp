// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/alive_model.h"

#include "views/memory/chart/life_card.h"
#include "views/support/quantity.h"

#include <algorithm>

namespace edgewright::views {

void AliveModel::setReport(std::shared_ptr<const PlanSide> side, StepReport report) {
    beginResetModel();
    m_side = std::move(side);
    m_report = std::move(report);
    endResetModel();
}

int AliveModel::rowOf(LifeId life) const {
    if (!m_side || life.index() >= m_side->lives().size()) return -1;
    const auto same = [&](const AliveTensor& it) {
        return m_side->life(it.life).box == m_side->life(life).box;
    };
    const auto found = std::ranges::find_if(m_report.alive, same);
    return found == m_report.alive.end() ? -1 : static_cast<int>(found - m_report.alive.begin());
}

int AliveModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_report.alive.size());
}

int AliveModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant AliveModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_side || index.row() >= rowCount()) return {};
    const AliveTensor& it = m_report.alive[static_cast<std::size_t>(index.row())];
    if (role == ShareRole) return it.share;
    if (role == KindRole) return static_cast<int>(m_side->box(it.life).kind);
    if (role == Qt::ToolTipRole) return lifeCard(*m_side, it.life);
    if (role == Qt::TextAlignmentRole)
        return index.column() == Name ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                      : int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::AccessibleTextRole && index.column() == Bytes)
        return tr("%1, %2 of what is alive").arg(bytesText(it.bytes), percentText(it.share));
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case Name:
        return QString::fromStdString(m_side->name(it.life));
    case Bytes:
        return tr("%1 · %2").arg(bytesText(it.bytes), percentText(it.share));
    default: {
        if (!it.boundWithout) return {};
        const std::int64_t saved = m_side->plan().lowerBound - *it.boundWithout;
        return saved > 0 ? QStringLiteral("−") + bytesText(saved) : QStringLiteral("–");
    }
    }
}

QVariant AliveModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return section == Name ? int(Qt::AlignLeft | Qt::AlignVCenter) : int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Without)
        return tr("By how much the lower bound falls if this tensor needs no bytes");
    if (role != Qt::DisplayRole) return {};
    return section == Name ? tr("Tensor") : section == Bytes ? tr("Size") : tr("Saves");
}

} // namespace edgewright::views
