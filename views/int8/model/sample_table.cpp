// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/model/sample_table.h"

#include "views/support/table/table_text.h"

#include <utility>

namespace edgewright::views {

void SampleTable::setModel(std::shared_ptr<const pipeline::QuantizedModel> model) {
    if (model == m_model) return;
    beginResetModel();
    m_model = std::move(model);
    endResetModel();
}

int SampleTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_model ? 0 : static_cast<int>(m_model->report.tops.size());
}

int SampleTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QString SampleTable::className(std::int64_t index) const {
    const auto& classes = m_model->model->comparedOn.classes;
    const auto place = static_cast<std::size_t>(index);
    return index >= 0 && place < classes.size()
               ? QStringLiteral("%1 (%2)").arg(QString::fromStdString(classes[place])).arg(index)
               : QString::number(index);
}

QVariant SampleTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const pipeline::Int8Sample& sample = m_model->report.tops[static_cast<std::size_t>(index.row())];
    const auto number = [&](std::int64_t value) -> QVariant {
        if (role == SortRole) return static_cast<qlonglong>(value);
        return className(value);
    };
    if (role == Qt::TextAlignmentRole) {
        const bool words = index.column() == Name || index.column() == Verdict;
        return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole && role != SortRole) return {};
    switch (index.column()) {
    case Name:
        return role == SortRole ? QVariant(index.row()) : QVariant(QString::fromStdString(sample.name));
    case Label:
        return sample.label ? number(*sample.label) : QVariant(QStringLiteral("–"));
    case Fp32:
        return number(sample.fp32Top);
    case Int8:
        return number(sample.int8Top);
    case Verdict:
        if (!sample.label) return sample.fp32Top == sample.int8Top ? tr("the same") : tr("another");
        if (sample.fp32Top == sample.int8Top)
            return sample.fp32Top == *sample.label ? tr("right") : tr("both wrong");
        return sample.fp32Top == *sample.label   ? tr("lost in integers")
               : sample.int8Top == *sample.label ? tr("won in integers")
                                                 : tr("both wrong, differently");
    default:
        return {};
    }
}

QVariant SampleTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const bool hint = role == Qt::ToolTipRole;
    switch (section) {
    case Name:
        return hint ? tr("One layer is studied on the sample that is chosen here") : tr("Sample");
    case Label:
        return hint ? tr("What it is") : tr("Label");
    case Fp32:
        return hint ? tr("Largest element of the output in float32") : tr("FP32");
    case Int8:
        return hint ? tr("Largest element of the output in integers") : tr("INT8");
    case Verdict:
        return hint ? tr("What integers change") : tr("Verdict");
    default:
        return {};
    }
}

} // namespace edgewright::views
