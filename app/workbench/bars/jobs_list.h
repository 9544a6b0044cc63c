// SPDX-License-Identifier: GPL-3.0-or-later
// Running work: what it is, how far it is, and a way to stop it.
#pragma once

#include "views/support/job/job_slot.h"

#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>
#include <QWidget>

#include <vector>

namespace edgewright::workbench {

class JobsList final : public QWidget {
    Q_OBJECT
public:
    explicit JobsList(const views::JobBoard& board, QWidget* parent = nullptr);
    int running() const { return static_cast<int>(m_rows.size()); }

signals:
    void countChanged();

private:
    struct Row {
        views::JobSlot* job;
        QWidget* widget;
        QProgressBar* bar;
    };
    void refresh();
    Row makeRow(views::JobSlot& job);

    const views::JobBoard& m_board;
    QVBoxLayout* m_column;
    std::vector<Row> m_rows; // of what runs, in the order of the board
    QLabel* m_idle;
};

} // namespace edgewright::workbench
