// SPDX-License-Identifier: GPL-3.0-or-later
// Running work: what it is, how far it is, and a way to stop it.
#pragma once

#include "views/support/job_slot.h"

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QWidget>

#include <vector>

namespace edgewright::workbench {

class JobsList final : public QWidget {
    Q_OBJECT
public:
    explicit JobsList(const std::vector<views::JobSlot*>& jobs, QWidget* parent = nullptr);
    void refresh();
    int running() const;

private:
    struct Row {
        views::JobSlot* job;
        QWidget* widget;
        QProgressBar* bar;
    };
    std::vector<Row> m_rows;
    QLabel* m_idle;
};

} // namespace edgewright::workbench
