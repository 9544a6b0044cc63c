// SPDX-License-Identifier: GPL-3.0-or-later
// Owns the open model and everything known about it. Watches the settings, runs the stages that a change
// touches off the GUI thread, and publishes a new immutable Analysis whenever one of them is done.
#pragma once

#include "core/pipeline/study.h"
#include "views/support/job_slot.h"
#include "views/support/settings_model.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <memory>
#include <string>
#include <vector>

namespace edgewright::workbench {

class Session final : public QObject {
    Q_OBJECT
public:
    Session(views::SettingsModel& settings, QThreadPool& pool, QObject* parent = nullptr)
        : Session(settings, pool, pool, parent) {}
    // `searches`: for the memory plans, which may go on until their time is over, while the rest goes on.
    Session(views::SettingsModel& settings, QThreadPool& pool, QThreadPool& searches,
            QObject* parent = nullptr);
    ~Session() override;

    // A model, or a study (.json): a model with all that was chosen. Keeps the open model until the new one is
    // there; an error leaves it untouched (failed()).
    void open(const QString& file);
    // Off the GUI thread; saved() or failed() tells. Nothing without a model.
    void saveStudy(const QString& file);
    void saveFused(const QString& file);
    std::shared_ptr<const pipeline::Analysis> analysis() const { return m_analysis; }
    // For the Jobs list, in the order of the stages.
    const std::vector<views::JobSlot*>& jobs() const { return m_jobs; }
    bool idle() const;

signals:
    void changed();                   // a new analysis
    void opened(const QString& file); // another model
    void failed(const QString& message);
    void noted(const QString& message); // about the study that was opened
    void saved(const QString& file);
    void jobsChanged();

private:
    struct Stage; // a slot, and the inputs that its running or shown result was made from

    void advance();
    void announce(const QString& file, const Result<void>& written);
    void publish(pipeline::Analysis analysis);
    template <typename T, typename Work>
    void startStage(Stage& stage, std::string key, std::shared_ptr<const T> pipeline::Analysis::*result,
                    Work work);

    views::SettingsModel& m_settings;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::unique_ptr<Stage> m_open, m_type, m_fuse, m_check, m_memoryBefore, m_memoryAfter, m_cost, m_sweep,
        m_int8, m_save;
    std::vector<views::JobSlot*> m_jobs;
};

} // namespace edgewright::workbench
