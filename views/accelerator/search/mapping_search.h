// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the strategies on a layer on a thread of its own: what they have found is there as they find it.
#pragma once

#include "core/cost/search/strategy_comparison.h"
#include "views/support/job/job_slot.h"
#include "views/support/job/newest.h"

namespace edgewright::views {

using SearchSnapshot = std::shared_ptr<const cost::search::StrategyOutcomes>; // null: nothing is known yet

class MappingSearch final : public QObject {
    Q_OBJECT
public:
    explicit MappingSearch(QThreadPool& pool, QObject* parent = nullptr);
    // What ran is given up; the snapshot stays until this one has something.
    void start(const cost::Layer& layer, const cost::Accelerator& accelerator,
               const cost::search::ComparisonOptions& options);
    void cancel() { m_job.cancel(); } // what was found is kept
    void forget();                    // stops, and there is nothing
    bool isRunning() const { return m_job.running(); }
    // Runs, and has found nothing yet.
    bool isStarting() const { return isRunning() && !m_hasFound; }
    std::pair<std::uint32_t, std::uint32_t> progress() const { return m_job.progress(); } // trials done, all
    const SearchSnapshot& snapshot() const { return m_snapshot; }

signals:
    void grew(); // snapshot() is another one
    void progressed();
    void runningChanged(bool running);
    void failed(const QString& why);

private:
    using Found = Newest<cost::search::StrategyOutcomes>;
    void take();

    std::shared_ptr<Found> m_found; // of the job started last
    SearchSnapshot m_snapshot;
    bool m_hasFound = false;
    JobSlot m_job;
};

} // namespace edgewright::views
