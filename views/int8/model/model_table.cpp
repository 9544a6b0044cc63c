// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/model/model_table.h"

#include "views/support/table/table_text.h"

#include <utility>

namespace edgewright::views {

namespace {

std::optional<LayerMeasure> measureOf(int column) {
    const int place = column - ModelTable::FirstMeasure;
    if (place < 0 || place >= static_cast<int>(AllLayerMeasures.size())) return std::nullopt;
    return AllLayerMeasures[static_cast<std::size_t>(place)];
}

} // namespace

void ModelTable::setModel(std::shared_ptr<const pipeline::QuantizedModel> model,
                          std::shared_ptr<const pipeline::Sensitivity> sensitivity) {
    if (model == m_model && sensitivity == m_sensitivity) return;
    beginResetModel();
    m_model = std::move(model);
    m_sensitivity = std::move(sensitivity);
    endResetModel();
}

int ModelTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_model ? 0 : static_cast<int>(m_model->report.layers.size());
}

int ModelTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant ModelTable::key(std::size_t row, int column) const {
    const pipeline::QuantizedLayer& layer = m_model->report.layers[row];
    if (const auto measure = measureOf(column)) {
        const auto value = measured(*m_model, m_sensitivity.get(), row, *measure);
        return value ? QVariant(*value) : QVariant();
    }
    if (column == Scales) return static_cast<qulonglong>(layer.weightScales);
    return text(row, column);
}

QString ModelTable::text(std::size_t row, int column) const {
    const pipeline::QuantizedLayer& layer = m_model->report.layers[row];
    if (const auto measure = measureOf(column)) {
        const auto value = measured(*m_model, m_sensitivity.get(), row, *measure);
        return value ? measuredText(*measure, *value) : QStringLiteral("–");
    }
    switch (column) {
    case Name:
        return QString::fromStdString(layer.name);
    case Op:
        return QString::fromStdString(layer.activation.empty() ? layer.op : layer.op + " " + layer.activation);
    case Scales:
        return layer.weightScales == 0 ? QStringLiteral("–") : QString::number(layer.weightScales);
    case Why:
        if (!layer.inIntegers) return tr("computed in float32: no integer operator covers it");
        return QString::fromStdString(layer.reason);
    default:
        return {};
    }
}

QVariant ModelTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const bool words = index.column() <= Op || index.column() == Why;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case SortRole:
        return key(row, index.column());
    case Qt::ToolTipRole:
        return words ? QVariant(text(row, index.column())) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant ModelTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    if (const auto measure = measureOf(section)) {
        if (role == Qt::DisplayRole) return measureTitle(*measure);
        if (role == Qt::ToolTipRole) return measureHint(*measure);
        return {};
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const bool hint = role == Qt::ToolTipRole;
    switch (section) {
    case Name:
        return hint ? tr("The product, with what is folded into it") : tr("Layer");
    case Op:
        return hint ? tr("The product and the activation in its clamp") : tr("Op");
    case Scales:
        return hint ? tr("Scales of the weights: one, or one for each output channel") : tr("Scales");
    case Why:
        return hint ? tr("Why less than 95 % of the outputs are within one step") : tr("Why");
    default:
        return {};
    }
}

} // namespace edgewright::views
