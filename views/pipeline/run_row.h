// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons that plan and run, and how far that is.
#pragma once

#include "views/session/split/split_runs.h"

#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QToolButton;

namespace edgewright::views {

class RunRow final : public QWidget {
    Q_OBJECT
public:
    explicit RunRow(const SplitRuns& runs, QWidget* parent = nullptr);
    // `obstacle`: why nothing can be planned; empty: it can.
    void setObstacle(const QString& obstacle);
    void showFailure(const QString& why); // until something is done about it
    QAction& planAction() { return *m_plan; }

signals:
    void planRequested();
    void runRequested();
    void stopRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QAction* addToggle(const QString& name, const QString& title, bool runs);
    void showState();
    void elide();

    const SplitRuns& m_runs;
    QAction *m_plan, *m_run;
    QProgressBar* m_progress;
    QLabel* m_state;
    QString m_obstacle, m_failure, m_told;
};

} // namespace edgewright::views
