// SPDX-License-Identifier: GPL-3.0-or-later
// The samples that integers were compared on: what each is, and what float32 and integers take it for.
#pragma once

#include "core/pipeline/quantization/quantized_model.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::views {

class SampleTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Label, Fp32, Int8, Verdict, Columns };
    using QAbstractTableModel::QAbstractTableModel;
    void setModel(std::shared_ptr<const pipeline::QuantizedModel> model);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString className(std::int64_t index) const;

    std::shared_ptr<const pipeline::QuantizedModel> m_model;
};

} // namespace edgewright::views
