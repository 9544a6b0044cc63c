// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of how kernels are tuned, the button that starts and stops it, and the logs: the one that is
// written, and those that are opened.
#pragma once

#include "views/session/tuning.h"

#include <QJsonObject>
#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace edgewright::views {

class FieldEditor;

class TuningControls final : public QWidget {
    Q_OBJECT
public:
    explicit TuningControls(Tuning& tuning, QWidget* parent = nullptr);
    // The device that is tuned on; `obstacle`: the reason why that cannot be; empty: it can.
    void setDevice(const std::string& device, const QString& obstacle);
    // As it can be searched there: where generated kernels cannot be, the parameters alone.
    tuner::TuneChoices choices() const;
    void toggle();                                  // starts, or stops what runs
    QLabel* progress() const { return m_progress; } // has its place where there is room
    QWidget* logs() const { return m_logs; }        // likewise: buttons of what was found

    QJsonObject save() const;
    void restore(const QJsonObject& state);

signals:
    void choicesChanged();
    void measureRequested(int threads);  // of tuned kernels beside others
    void logChosen(const QString& file); // to be read

private:
    void addField(const Field<tuner::TuneChoices>& field, QLayout& into);
    void chooseLog();
    void askLog();
    void showState();
    void showSpace();
    void showChoices();

    Tuning& m_tuning;
    tuner::TuneChoices m_choices;
    std::vector<FieldEditor*> m_editors; // by tuneFields()
    std::string m_device;
    QString m_deviceObstacle;
    QString m_log; // that a person named; empty: the usual one
    QPushButton* m_run;
    QToolButton* m_writes = nullptr;
    QLabel* m_progress;
    QWidget* m_logs;
    QPushButton* m_use;
};

} // namespace edgewright::views
