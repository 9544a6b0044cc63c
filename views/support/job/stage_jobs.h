// SPDX-License-Identifier: GPL-3.0-or-later
// Everything known of the open model: runs the stages that a change of the settings touches, off the GUI
// thread, and publishes a new immutable Analysis whenever one of them is done or has a part of its result.
#pragma once

#include "core/pipeline/stage_runs.h"
#include "views/support/job/job_slot.h"
#include "views/support/settings_model.h"

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace edgewright::views {

// The place in which a job leaves what it has so far, and from which the GUI thread takes the newest of it.
template <typename T>
class Newest {
public:
    void put(std::shared_ptr<const T> value) {
        const std::scoped_lock lock(m_mutex);
        m_value = std::move(value);
    }
    // Null: nothing since the last time.
    std::shared_ptr<const T> take() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_value, nullptr);
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<const T> m_value;
};

class StageJobs final : public QObject {
    Q_OBJECT
public:
    // `searches`: for stages that may go on until their time is over, while the rest goes on. Null: `pool`.
    StageJobs(SettingsModel& settings, QThreadPool& pool, QThreadPool* searches = nullptr,
              QObject* parent = nullptr);
    ~StageJobs() override;

    const std::shared_ptr<const pipeline::Analysis>& analysis() const { return m_analysis; }
    // Another model, as far as it is known with these settings; the SettingsModel gets them next. Results of
    // the model before are void, and work on it stops.
    void reset(pipeline::Analysis fresh, const pipeline::Settings& settings);
    // Stages that nobody looks at (StageRuns).
    void setUnwanted(std::set<std::string, std::less<>> stages);
    void sayAgain() { advance(); } // in the language of now
    // Starts a stage that was cancelled, with what it needs; one that published a part goes on from it.
    void retry(std::string_view stage);
    // Its cancel() is that of a person; its progress is that of the stage.
    JobSlot& job(std::string_view stage) const { return *m_jobs.find(stage)->second.slot; }
    std::vector<JobSlot*> all() const; // in the order of the stages

signals:
    void changed(); // a new analysis
    void grew();    // a new analysis, which differs from the one before in a part of one result alone

private:
    struct Job {
        std::unique_ptr<JobSlot> slot;
        std::shared_ptr<Newest<void>> parts; // of the newest run
    };
    static void stop(Job& job);
    bool takePart(const pipeline::Stage& stage); // false: there is nothing new
    void advance();
    void start(const pipeline::Stage& stage);

    SettingsModel& m_settings;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    pipeline::StageRuns m_runs;
    std::map<std::string, Job, std::less<>> m_jobs; // by stage
};

} // namespace edgewright::views
