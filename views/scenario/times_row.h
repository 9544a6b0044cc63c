// SPDX-License-Identifier: GPL-3.0-or-later
// The times that a scenario is simulated with: measured here, or read from a file.
#pragma once

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
    TimesRow(ScenarioDraft& draft, ScenarioTimes& times, QWidget* parent = nullptr);
    double seconds() const; // for each model
    void setSeconds(double seconds);
    void measureOrStop();

private:
    QToolButton* makeButton(const QString& name, const QString& text, const QString& tip);
    void showState();
    void askRead();
    void askSave();

    ScenarioDraft& m_draft;
    ScenarioTimes& m_times;
    QAction* m_action;
    QDoubleSpinBox* m_seconds;
    QToolButton* m_save;
    QLabel* m_state;
    QProgressBar* m_progress;
};

} // namespace edgewright::views
