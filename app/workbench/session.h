// SPDX-License-Identifier: GPL-3.0-or-later
// Owns the open model and everything known about it. Watches the settings, runs the stages that a change
// touches off the GUI thread, and publishes a new immutable Analysis whenever one of them is done.
#pragma once

#include "core/pipeline/stage_runs.h"
#include "views/support/job/job_slot.h"
#include "views/support/measurement/measurements.h"
#include "views/support/settings_model.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace edgewright::workbench {

class Session final : public QObject {
    Q_OBJECT
public:
    // `searches`: for the memory plans, which may go on until their time is over, while the rest goes on;
    // `writes`: for files. Null: `pool`.
    explicit Session(views::SettingsModel& settings, QThreadPool& pool, QThreadPool* searches = nullptr,
                     QThreadPool* writes = nullptr, QObject* parent = nullptr);
    ~Session() override;

    // What is measured of the models belongs to their studies.
    void keep(views::Measurements& measurements) { m_measurements = &measurements; }
    // A model, or a study (.json): a model with all that was chosen. Keeps the open model until the new one is
    // there; an error leaves it untouched (failed()). `settings`: a study that the settings of a model come
    // from, where it can be read; `unsaved`: they are in no other study.
    void open(const QString& file, const QString& settings = {}, bool unsaved = false);
    // The settings are not those that were opened or saved last.
    bool isChanged() const;
    // That was opened or saved last; empty for a model alone.
    const QString& studyFile() const { return m_studyFile; }
    // Back to those of a model that nothing is remembered of.
    void resetSettings();
    // Off the GUI thread; saved() or failed() tells. Nothing without a model.
    void saveStudy(const QString& file);
    void saveFused(const QString& file);
    // Writes them as a study, without a word about it; those that were saved last, where nobody wants the
    // newest.
    void remember(const QString& file, bool newest);
    std::shared_ptr<const pipeline::Analysis> analysis() const { return m_analysis; }
    // In the order of the stages.
    const std::vector<views::JobSlot*>& jobs() const { return m_jobs; }
    bool idle() const;
    // Stages that nobody looks at (StageRuns).
    void setUnwanted(std::set<std::string, std::less<>> stages);
    // Starts a stage that was cancelled, with what it needs.
    void retry(const QString& stage);

signals:
    void changed();                   // a new analysis
    void opened(const QString& file); // another model
    void failed(const QString& message);
    void noted(const QString& message); // about the study that was opened
    void restored();                    // the settings come from `settings` of open()
    void saved(const QString& file);
    void notSaved(); // cancelled

private:
    std::unique_ptr<views::JobSlot> makeSlot(QThreadPool& pool, const QString& title);
    void advance();
    void start(const pipeline::Stage& stage, views::JobSlot& slot);
    void announce(const QString& file, const Result<void>& written);

    std::vector<device::Run> runs() const;

    views::SettingsModel& m_settings;
    views::Measurements* m_measurements = nullptr; // null: nothing is measured
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    pipeline::StageRuns m_runs;
    std::unique_ptr<views::JobSlot> m_open, m_saveStudy, m_saveFused, m_remember;
    pipeline::Settings m_fresh,
        m_saved; // of a model that nothing is remembered of; that were opened or saved last
    QString m_studyFile;
    std::map<const pipeline::Stage*, std::unique_ptr<views::JobSlot>> m_stages;
    std::vector<views::JobSlot*> m_jobs;
};

} // namespace edgewright::workbench
