// SPDX-License-Identifier: GPL-3.0-or-later
// Owns the open model and everything known about it: opens and saves, and lets StageJobs follow the settings.
#pragma once

#include "views/session/experiments.h"
#include "views/session/measurements.h"
#include "views/session/pin.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/settings_model.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>

#include <filesystem>
#include <memory>
#include <vector>

namespace edgewright::views {

// The places where knowledge of machines is kept; empty: nowhere.
struct MachineFiles {
    QString folder = {};              // what they can do
    std::filesystem::path hosts = {}; // as remote::hostsFile()
};

class Session final : public QObject {
    Q_OBJECT
public:
    // `searches`: for the memory plans, which may go on until their time is over, while the rest goes on;
    // `writes`: for files. Null: `pool`.
    explicit Session(SettingsModel& settings, QThreadPool& pool, QThreadPool* searches = nullptr,
                     QThreadPool* writes = nullptr, const MachineFiles& machines = {},
                     QObject* parent = nullptr);
    ~Session() override;

    Measurements& measurements() { return m_measurements; } // of the model, kept in its studies
    Experiments& experiments() { return m_experiments; }    // of the study
    Pin& pin() { return m_pin; }
    // A model, or a study (.json): a model with all that was chosen. Keeps the open model until the new one is
    // there; an error leaves it untouched (failed()). `settings`: a study that the settings of a model come
    // from, where it can be read; `unsaved`: they are in no other study.
    // Of a study: the changes to it that were not saved.
    void open(const QString& file, const QString& settings = {}, bool unsaved = false);
    // Settings or experiments are not those that were opened or saved last.
    bool isChanged() const;
    // That was opened or saved last; empty for a model alone.
    const QString& studyFile() const { return m_studyFile; }
    // Back to the program's own.
    void resetSettings();
    // The next model that nothing is remembered of begins with what was opened or saved last, not with what was
    // changed since.
    void forgetChanges() { m_isForgotten = true; }
    // Off the GUI thread; saved() or failed() tells. Nothing without a model.
    void saveStudy(const QString& file);
    void saveFused(const QString& file);
    // The model in integers, as the settings say: made first, where that is not there yet.
    void saveQuantized(const QString& file);
    // Writes them as a study, without a word about it; those that were saved last, where nobody wants the
    // newest. `autosave`: the same of a study that is open, while it is changed; else it is removed. What it
    // supersedes is removed afterwards.
    void remember(const QString& file, bool newest, const QString& autosave = {},
                  const QStringList& superseded = {});
    std::shared_ptr<const pipeline::Analysis> analysis() const { return m_stages.analysis(); }
    StageJobs& stages() { return m_stages; }
    bool idle() const;
    // Starts a stage that was cancelled, with what it needs.
    void retry(const QString& stage) { m_stages.retry(stage.toStdString()); }

signals:
    void changed();                   // a new analysis
    void opened(const QString& file); // another model
    void failed(const QString& message);
    void noted(const QString& message); // about the study that was opened
    void restored();                    // the settings come from `settings` of open()
    void saved(const QString& file);
    void notSaved(); // cancelled

private:
    void announce(const QString& file, const Result<void>& written);

    SettingsModel& m_settings;
    Measurements m_measurements;
    Experiments m_experiments;
    Pin m_pin;
    StageJobs m_stages;
    JobSlot m_open, m_saveStudy, m_saveFused, m_saveQuantized, m_remember;
    pipeline::Settings m_fresh, m_saved; // the program's own, with the model's extents; opened or saved last
    std::vector<std::filesystem::path> m_savedExperiments; // likewise
    bool m_isForgotten = false;
    QString m_studyFile;
};

} // namespace edgewright::views
