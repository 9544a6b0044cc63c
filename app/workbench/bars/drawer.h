// SPDX-License-Identifier: GPL-3.0-or-later
// The drawer at the bottom: Problems, Jobs, History. Closed unless needed.
#pragma once

#include "app/workbench/bars/drawer_tables.h"
#include "app/workbench/bars/jobs_list.h"

#include <QAbstractItemView>
#include <QTabWidget>
#include <QToolButton>

#include <set>
#include <string>

namespace edgewright::workbench {

class Drawer final : public QTabWidget {
    Q_OBJECT
public:
    enum Tab { Problems, Jobs, History };
    Drawer(views::Selection& selection, const views::JobBoard& jobs, QWidget* parent = nullptr);
    void setAnalysis(const pipeline::Analysis& analysis);
    void toggle(Tab tab); // opens at `tab`, or closes when it is open there
    int problemCount() const { return m_problems->count(); }
    int runningJobs() const { return m_jobs->running(); }

signals:
    void countsChanged(); // of problems or of running jobs

protected:
    void changeEvent(QEvent* event) override;

private:
    void tint();
    void dress(QAbstractItemView& view, QAbstractItemModel& model, const QString& name);
    QAbstractItemView* problemsList();
    QAbstractItemView* historyList();

    ProblemsModel* m_problems;
    HistoryModel* m_history;
    JobsList* m_jobs;
    QToolButton* m_close;
    std::set<std::string> m_openKinds; // of problems, while the list is another one
};

} // namespace edgewright::workbench
