// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/space_exploration.h"

#include "core/base/propagate.h"
#include "core/cost/explore/space_run.h"
#include "views/support/job/newest.h"

#include <QThread>

#include <algorithm>
#include <atomic>
#include <utility>

namespace edgewright::views {

struct SpaceExploration::Going {
    std::mutex working;                  // one worker at a time: one that was stopped may need a moment
    std::shared_ptr<cost::SpaceRun> run; // lives as long as somebody looks at its points
    std::optional<cost::SpaceFinder> finder;

    Newest<SpaceSnapshot> newest;
    std::atomic<bool> isComplete = false;

    Result<void> work(const fusion::History& model, const cost::DesignSpace& space, std::uint64_t sample,
                      const RunContext& context);
    void publish();
};

Result<void> SpaceExploration::Going::work(const fusion::History& model, const cost::DesignSpace& space,
                                           std::uint64_t sample, const RunContext& context) {
    const std::scoped_lock lock(working);
    if (!run) {
        ASSIGN_OR_RETURN(auto made, cost::SpaceRun::of(cost::workloadOf(model.graph), space, {sample}));
        run = std::make_shared<cost::SpaceRun>(std::move(made));
        finder.emplace(run->space(), run->spacePoints());
    }
    const int threads = std::clamp(QThread::idealThreadCount() - 1, 1, 8);
    while (!run->isComplete()) {
        context.report(static_cast<std::uint32_t>(run->points().size()),
                       static_cast<std::uint32_t>(run->total()));
        const std::size_t before = run->points().size();
        if (!run->advance(threads, context)) return cancelled();
        finder->add(run->points().subspan(before));
        publish();
    }
    return {};
}

void SpaceExploration::Going::publish() {
    auto made = std::make_shared<SpaceSnapshot>();
    made->owner = run;
    made->points = run->points();
    made->front = run->front();
    made->total = run->total();
    made->findings = finder->findings(made->front.size());
    newest.put(std::move(made));
    isComplete = run->isComplete();
}

SpaceExploration::SpaceExploration(QThreadPool& pool, QObject* parent)
    : QObject(parent), m_job(pool, tr("Explore the design space"), this) {
    connect(&m_job, &JobSlot::progressed, this, &SpaceExploration::take);
    connect(&m_job, &JobSlot::runningChanged, this, [this](bool running) {
        take();
        emit runningChanged(running);
    });
}

void SpaceExploration::start(std::shared_ptr<const fusion::History> model, cost::DesignSpace space,
                             std::uint64_t sample) {
    m_model = std::move(model);
    m_space = std::move(space);
    m_sample = sample;
    m_going = std::make_shared<Going>();
    resume();
}

void SpaceExploration::resume() {
    if (!m_going || !m_model) return;
    m_job.start([going = m_going, model = m_model, space = m_space,
                 sample = m_sample](const RunContext& run) { return going->work(*model, space, sample, run); },
                [this](const Result<void>& done) {
                    take();
                    if (!done) emit failed(QString::fromStdString(done.error().message));
                });
}

void SpaceExploration::forget() {
    m_job.stop();
    m_going.reset();
    m_model.reset();
    m_snapshot.reset();
}

bool SpaceExploration::canResume() const {
    if (!m_going || m_job.running()) return false;
    return !m_going->isComplete;
}

void SpaceExploration::take() {
    if (!m_going) return;
    std::shared_ptr<const SpaceSnapshot> newest = m_going->newest.take();
    if (!newest) return;
    m_snapshot = std::move(newest);
    emit grew();
}

} // namespace edgewright::views
