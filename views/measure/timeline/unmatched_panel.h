// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a profile that could not be matched to the graph: a sentence and a table.
#pragma once

#include "views/measure/timeline/unmatched_model.h"

#include <QWidget>

class QLabel;

namespace edgewright::views {

class DataTable;

class UnmatchedPanel final : public QWidget {
    Q_OBJECT
public:
    explicit UnmatchedPanel(QWidget* parent = nullptr);
    void setTimeline(std::shared_ptr<const TimelineModel> timeline); // of the foreign profile; null: none
    DataTable& table() { return *m_table; }

signals:
    void nameChosen(const QString& name); // to be found in the timeline

private:
    UnmatchedModel m_model;
    QLabel* m_sentence;
    DataTable* m_table;
};

} // namespace edgewright::views
