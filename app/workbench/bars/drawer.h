// SPDX-License-Identifier: GPL-3.0-or-later
// The drawer at the bottom: Problems, Jobs, History. Closed unless needed.
#pragma once

#include "app/workbench/bars/jobs_list.h"
#include "app/workbench/bars/drawer_tables.h"

#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

namespace edgewright::workbench {

class Drawer final : public QTabWidget {
    Q_OBJECT
public:
    enum Tab { Problems, Jobs, History };
    Drawer(views::Selection& selection, const views::JobBoard& jobs, QWidget* parent = nullptr);
    void setAnalysis(const pipeline::Analysis& analysis);
    void toggle(Tab tab); // opens at `tab`, or closes when it is open there
    int problemCount() const { return m_problems->rowCount(); }
    int runningJobs() const { return m_jobs->running(); }

signals:
    void countsChanged(); // of problems or of running jobs

protected:
    void changeEvent(QEvent* event) override;

private:
    void tint();
    QTableView* table(QAbstractItemModel* model, const QString& name);

    ProblemsModel* m_problems;
    HistoryModel* m_history;
    JobsList* m_jobs;
    QToolButton* m_close;
};

} // namespace edgewright::workbench
