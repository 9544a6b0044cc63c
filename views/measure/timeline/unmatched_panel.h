// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a profile that could not be matched to the graph: a sentence and a table.
#pragma once

#include "views/measure/timeline/model/timeline_model.h"

#include <QWidget>

class QLabel;

namespace edgewright::views {

class DataTable;
class RowTable;

class UnmatchedPanel final : public QWidget {
    Q_OBJECT
public:
    explicit UnmatchedPanel(QWidget* parent = nullptr);
    void setTimeline(std::shared_ptr<const TimelineModel> timeline); // of the foreign profile; null: none
    DataTable& table() { return *m_table; }

signals:
    void nameChosen(const QString& name); // to be found in the timeline

private:
    RowTable* m_rows;
    QLabel* m_sentence;
    DataTable* m_table;
};

} // namespace edgewright::views
