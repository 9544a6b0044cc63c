// SPDX-License-Identifier: GPL-3.0-or-later
// The times that a scenario is simulated with: measured here, or read from a file; and a real run of it.
#pragma once

#include "views/session/scenario/real_run.h"
#include "views/session/scenario/scenario_draft.h"
#include "views/session/scenario/scenario_times.h"

#include <QWidget>

class QAction;
class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QToolButton;

namespace edgewright::views {

class TimesRow final : public QWidget {
    Q_OBJECT
public:
    TimesRow(ScenarioDraft& draft, ScenarioTimes& times, RealRun& run, QWidget* parent = nullptr);
    double seconds() const; // for each part of measuring
    void setSeconds(double seconds);
    void measureOrStop();
    void runOrStop();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addToggle(const QString& name, QAction& action, const QString& title); // "Stop" at times
    void showState();
    void showFailure(const QString& why); // until something is done about it
    void elide();
    void showRun();
    void askRead();
    void askSave();

    ScenarioDraft& m_draft;
    ScenarioTimes& m_times;
    RealRun& m_run;
    QAction *m_action, *m_runAction;
    QDoubleSpinBox* m_seconds;
    QToolButton* m_save;
    QLabel* m_state;
    QString m_failure; // of what was asked for last; empty: nothing failed
    QString m_told;    // the state, with what has no room
    QProgressBar* m_progress;
};

} // namespace edgewright::views
