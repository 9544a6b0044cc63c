// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of a profile that are no node of the graph, by name: how often, how long, why.
#pragma once

#include "views/measure/timeline/model/timeline_model.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::views {

class UnmatchedModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Why, Count, Time, Share, Columns };

    using QAbstractTableModel::QAbstractTableModel;
    void setTimeline(std::shared_ptr<const TimelineModel> timeline); // null: none
    QString name(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const UnmatchedSpans& entry(int row) const {
        return m_timeline->unmatched()[static_cast<std::size_t>(row)];
    }
    double share(const UnmatchedSpans& entry) const; // of the whole trace
    QString shown(const UnmatchedSpans& entry, int column) const;
    QVariant sorted(const UnmatchedSpans& entry, int column) const;

    std::shared_ptr<const TimelineModel> m_timeline;
};

} // namespace edgewright::views
