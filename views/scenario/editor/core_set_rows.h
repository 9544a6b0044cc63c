// SPDX-License-Identifier: GPL-3.0-or-later
// The core sets of a scenario, a row for each: its name and its cores.
#pragma once

#include "views/session/scenario/scenario_draft.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace edgewright::views {

class CoreSetRows final : public QWidget {
    Q_OBJECT
public:
    explicit CoreSetRows(ScenarioDraft& draft, QWidget* parent = nullptr);
    // `set`: the number of the set; nothing: of all.
    void showFault(std::optional<std::size_t> set, const QString& expected);

private:
    struct Row {
        QWidget* all;
        QLineEdit *name, *cores;
    };
    void showSets();
    void addRow();
    void addSet();
    void remove(std::size_t set);
    void rename(std::size_t set);
    void takeCores(std::size_t set);

    ScenarioDraft& m_draft;
    QVBoxLayout* m_column;
    std::vector<Row> m_rows;
    QLabel *m_none, *m_fault;
    QToolButton* m_add;
};

} // namespace edgewright::views
