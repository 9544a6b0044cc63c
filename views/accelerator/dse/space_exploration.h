// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through a design space on threads of its own: points are there as they are computed, it stops at once,
// and goes on from where it was.
#pragma once

#include "core/pipeline/study.h"
#include "views/accelerator/dse/space_snapshot.h"
#include "views/support/job/job_slot.h"

namespace edgewright::views {

class SpaceExploration final : public QObject {
    Q_OBJECT
public:
    explicit SpaceExploration(QThreadPool& pool, QObject* parent = nullptr);
    // Anew; what ran is given up. `sample`: so many points, 0 for all.
    void start(std::shared_ptr<const fusion::History> model, cost::DesignSpace space, std::uint64_t sample);
    void resume();
    void cancel() { m_job.cancel(); }
    void forget(); // stops, and there is no space any more
    bool isRunning() const { return m_job.running(); }
    bool canResume() const;
    // The newest; null: no point yet.
    const std::shared_ptr<const SpaceSnapshot>& snapshot() const { return m_snapshot; }
    // Of what was started last.
    const std::shared_ptr<const fusion::History>& model() const { return m_model; }
    const cost::DesignSpace& space() const { return m_space; }
    std::uint64_t sample() const { return m_sample; }

signals:
    void grew(); // snapshot() is another one
    void runningChanged(bool running);
    void failed(const QString& why);

private:
    struct Going;
    void take();

    std::shared_ptr<const fusion::History> m_model;
    cost::DesignSpace m_space;
    std::uint64_t m_sample = 0;
    std::shared_ptr<Going> m_going;
    std::shared_ptr<const SpaceSnapshot> m_snapshot;
    JobSlot m_job;
};

} // namespace edgewright::views
