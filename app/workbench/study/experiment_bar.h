// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments of the study: which one is looked at, others to add, and its run with how far it is.
#pragma once

#include "views/session/session.h"

#include <QWidget>

#include <filesystem>
#include <vector>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace edgewright::workbench {

class ExperimentBar final : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentBar(views::SettingsModel& settings, QWidget* parent = nullptr);
    void follow(views::Session& session); // once

private:
    void showList();
    void showRun();
    void createNew();
    void openOther();
    void runOrCancel();
    std::filesystem::path folder() const; // of the study; else of the model

    views::SettingsModel& m_settings;
    views::Session* m_session = nullptr;
    std::vector<std::filesystem::path> m_files; // as listed
    QComboBox* m_list;
    QPushButton *m_new, *m_open, *m_remove, *m_run;
    QLabel* m_state;
    QProgressBar* m_progress;
};

} // namespace edgewright::workbench
