// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/layer_table.h"

#include "views/accelerator/comparison_text.h"
#include "views/accelerator/cost_text.h"
#include "views/accelerator/roofline_chart.h"
#include "views/support/quantity.h"
#include "views/support/table/table_text.h"

#include <array>

namespace edgewright::views {

void LayerTable::setCosts(std::shared_ptr<const pipeline::Costs> costs,
                          std::shared_ptr<const pipeline::ComparedCosts> compared) {
    if (costs == m_costs && compared == m_compared) return;
    beginResetModel();
    m_costs = std::move(costs);
    m_compared = std::move(compared);
    endResetModel();
}

int LayerTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_costs ? 0 : static_cast<int>(m_costs->report.layers.size());
}

int LayerTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant LayerTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || !m_costs) return {};
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return layerTip(m_costs->report.layers[row], m_costs->report.accelerator) +
               (m_compared ? u'\n' + otherTip(*m_compared, row, m_costs->report) : QString());
    case SortRole:
        return sortKey(row, index.column());
    case Qt::TextAlignmentRole: {
        const bool words = index.column() == Name || index.column() == Op || index.column() == Bound;
        return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    default:
        return {};
    }
}

namespace {

// What operators on the vector unit have none of.
bool isOfTheArray(int column) {
    return column == LayerTable::M || column == LayerTable::N || column == LayerTable::K ||
           column == LayerTable::Mapping || column == LayerTable::Utilization ||
           column == LayerTable::Intensity;
}

} // namespace

const cost::Together* LayerTable::otherOf(std::size_t row) const {
    if (!m_compared || m_compared->comparison.layers[row].layers == 0) return nullptr;
    return &m_compared->comparison.layers[row];
}

QVariant LayerTable::sortKey(std::size_t row, int column) const {
    const cost::LayerCost& layer = m_costs->report.layers[row];
    if (layer.layer.unit != cost::Unit::Array && isOfTheArray(column)) return {};
    const auto integer = [](std::int64_t n) { return QVariant(static_cast<qlonglong>(n)); };
    switch (column) {
    case Name:
        return QString::fromStdString(layer.layer.name);
    case Op:
        return QString::fromStdString(layer.layer.op);
    case M:
        return integer(layer.layer.m);
    case N:
        return integer(layer.layer.n);
    case K:
        return integer(layer.layer.k);
    case Repeat:
        return integer(layer.layer.repeat);
    case Cycles:
        return integer(layer.cycles);
    case Stalls:
        return integer(layer.stallCycles);
    case Mapping:
        return layer.mappingEfficiency;
    case Utilization:
        return layer.utilization;
    case Sram:
        return integer(layer.sram.total());
    case Dram:
        return integer(layer.dram.total());
    case Intensity:
        return layer.intensity;
    case Bound:
        return spentTitle(layer.limit);
    case Energy:
        return layer.energy.total();
    case OtherCycles:
        return otherOf(row) ? integer(otherOf(row)->cycles) : QVariant();
    case Ratio: // of times
        return otherOf(row) && otherOf(row)->cycles > 0
                   ? QVariant(static_cast<double>(layer.cycles) /
                              (static_cast<double>(otherOf(row)->cycles) * m_compared->comparison.perCycle))
                   : QVariant();
    default:
        return {};
    }
}

QString LayerTable::text(std::size_t row, int column) const {
    const cost::LayerCost& layer = m_costs->report.layers[row];
    const std::int64_t word = m_costs->report.accelerator.wordBytes;
    if (layer.layer.unit != cost::Unit::Array && isOfTheArray(column)) return QStringLiteral("–");
    switch (column) {
    case Cycles:
        return countText(static_cast<double>(layer.cycles));
    case Stalls:
        return countText(static_cast<double>(layer.stallCycles));
    case Mapping:
        return percentText(layer.mappingEfficiency);
    case Utilization:
        return percentText(layer.utilization);
    case Sram:
        return bytesText(layer.sram.total() * word);
    case Dram:
        return bytesText(layer.dram.total() * word);
    case Intensity:
        return significant(layer.intensity);
    case Bound:
        return spentTitle(layer.limit);
    case Energy:
        return energyText(layer.energy.total(), m_costs->report.energyUnit);
    case OtherCycles:
        return otherOf(row) ? countText(static_cast<double>(otherOf(row)->cycles)) : QStringLiteral("–");
    case Ratio: {
        const QVariant ratio = sortKey(row, column);
        return ratio.isValid() ? significant(ratio.toDouble()) : QStringLiteral("–");
    }
    default:
        return sortKey(row, column).toString();
    }
}

QVariant LayerTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    struct Head {
        QString title, hint;
    };
    const std::array<Head, Columns> heads{{
        {tr("Layer"), tr("Name in the model")},
        {tr("Op"), tr("Operator")},
        {tr("M"), tr("Output pixels")},
        {tr("N"), tr("Filters")},
        {tr("K"), tr("Kernel elements times input channels")},
        {tr("Repeat"), tr("Groups times batch")},
        {tr("Cycles"), tr("All cycles: those of the array or the vector unit, and waiting for memory")},
        {tr("Stalls"), tr("Cycles in which the array waits for memory")},
        {tr("Mapping"), tr("Mapping efficiency: share of the array that holds work")},
        {tr("Utilisation"), tr("MACs done of the MACs possible in these cycles")},
        {tr("SRAM"), tr("Bytes read from and written to the three SRAMs")},
        {tr("DRAM"), tr("Bytes read from and written to DRAM")},
        {tr("MAC/byte"), tr("Arithmetic intensity: MACs per byte of DRAM traffic")},
        {tr("Limited by"),
         tr("What takes most of the layer's cycles: computing itself, rows or columns of the "
            "array without work, filling and draining it, SRAM, what DRAM brings or takes, or "
            "the vector unit")},
        {tr("Energy"), tr("MACs and accesses to SRAM and DRAM, by the energy table of the accelerator")},
        {m_compared ? referenceTitle(m_compared->with) : QString(),
         tr("Cycles of what does this work in the costs that these are compared with")},
        {tr("Ratio"), tr("Time of this layer, divided by the time there")},
    }};
    const Head& head = heads[static_cast<std::size_t>(section)];
    if (role == UnitRole) switch (section) {
        case Sram:
        case Dram:
            return QStringLiteral("words");
        case Energy:
            return QString::fromStdString(m_costs ? m_costs->report.energyUnit : "pJ");
        default:
            return {};
        }
    if (role == Qt::DisplayRole) return head.title;
    if (role == Qt::ToolTipRole) return head.hint;
    return {};
}

} // namespace edgewright::views
