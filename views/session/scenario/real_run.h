// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario that really runs, in this program, on threads beside the window's, with times of its models from
// before and behind it.
#pragma once

#include "core/device/measured_scenario.h"
#include "views/session/scenario/doing_words.h"
#include "views/session/scenario/policy_rows.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <stop_token>

namespace edgewright::views {

// Its rows are those of one run.
struct RanScenario : PolicyRows {
    const scenario::Scenario& scenario() const { return runs->front().scenario; }
    const scenario::Simulation& result() const { return runs->front().simulation; }

    std::int64_t cores = 1;                                   // that the program may use
    bool isWhole = true;                                      // false: it was stopped
    std::shared_ptr<const device::MeasuredScenario> measured; // around it; null: that was not asked for
    QStringList doubts;                                       // frames that were left out, a camera that ended
};

class RealRun final : public QObject {
    Q_OBJECT
public:
    explicit RealRun(QThreadPool& pool, QObject* parent = nullptr);
    ~RealRun() override;

    // `seconds`: for each part of measuring around it (serve::ServiceEffort); nothing: nothing is measured.
    void start(const scenario::Scenario& scenario, std::optional<double> seconds);
    void stop();  // what had left by then is the result, once it runs
    void clear(); // the scenario is another one now: no result, and what runs is not wanted any more
    bool isRunning() const { return m_job.running(); }
    double progress() const; // 0 to 1
    QString doing() const;   // "measuring 'detector' after pauses"
    // Null: none.
    const std::shared_ptr<const RanScenario>& result() const { return m_result; }

signals:
    void changed();      // the result
    void stateChanged(); // also how far it is
    void failed(const QString& message);

private:
    std::shared_ptr<const RanScenario> m_result;
    std::stop_source m_wish; // a person's
    std::shared_ptr<DoingWords> m_doing;
    JobSlot m_job;
};

} // namespace edgewright::views
