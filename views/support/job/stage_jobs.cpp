// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/job/stage_jobs.h"

#include "views/support/job/stage_text.h"

#include <utility>

namespace edgewright::views {

using pipeline::Analysis;
using pipeline::Stage;

StageJobs::StageJobs(SettingsModel& settings, QThreadPool& pool, QThreadPool* searches, QObject* parent)
    : QObject(parent), m_settings(settings), m_analysis(std::make_shared<const Analysis>()) {
    for (const Stage* stage : pipeline::stages()) {
        auto slot =
            std::make_unique<JobSlot>(stage->searches && searches ? *searches : pool, stageTitle(*stage));
        connect(slot.get(), &JobSlot::progressed, this, [this, stage] {
            if (takePart(*stage)) emit grew();
        });
        connect(slot.get(), &JobSlot::cancelled, this, [this, stage] {
            takePart(*stage);
            m_runs.cancel(*stage);
            advance();
        });
        m_jobs.emplace(stage->name, Job{std::move(slot), nullptr});
    }
    connect(&m_settings, &SettingsModel::changed, this, &StageJobs::advance);
}

StageJobs::~StageJobs() = default;

std::vector<JobSlot*> StageJobs::all() const {
    std::vector<JobSlot*> jobs;
    for (const Stage* stage : pipeline::stages())
        jobs.push_back(&job(stage->name));
    return jobs;
}

void StageJobs::reset(Analysis fresh, const pipeline::Settings& settings) {
    for (auto& [name, job] : m_jobs)
        stop(job);
    m_runs.reset(fresh, settings);
    m_analysis = std::make_shared<const Analysis>(std::move(fresh));
}

void StageJobs::stop(Job& job) {
    job.slot->stop();
    job.parts.reset();
}

void StageJobs::setUnwanted(std::set<std::string, std::less<>> stages) {
    m_runs.setUnwanted(std::move(stages));
    advance();
}

void StageJobs::retry(std::string_view stage) {
    m_runs.retry(stage);
    advance();
}

bool StageJobs::takePart(const Stage& stage) {
    const auto& parts = m_jobs.find(stage.name)->second.parts;
    const pipeline::StageResult part = parts ? parts->take() : nullptr;
    if (!part) return false;
    Analysis next = *m_analysis;
    m_runs.publish(stage, part, next);
    m_analysis = std::make_shared<const Analysis>(std::move(next));
    return true;
}

void StageJobs::start(const Stage& stage) {
    Job& job = m_jobs.find(stage.name)->second;
    job.parts = std::make_shared<Newest<void>>();
    job.slot->start(
        [&stage, now = m_analysis, settings = m_settings.get(), parts = job.parts](const RunContext& run) {
            return stage.compute(*now, settings, run,
                                 [&parts](pipeline::StageResult part) { parts->put(std::move(part)); });
        },
        [this, &stage](Result<pipeline::StageResult> outcome) {
            takePart(stage);
            Analysis next = *m_analysis;
            m_runs.finish(stage, std::move(outcome), next);
            m_analysis = std::make_shared<const Analysis>(std::move(next));
            advance();
        });
}

// Starts and stops what the newest results and settings ask for; then says what is known.
void StageJobs::advance() {
    Analysis next = *m_analysis;
    const pipeline::StageRuns::Due due = m_runs.advance(next, m_settings.get());
    m_analysis = std::make_shared<const Analysis>(std::move(next));
    for (const Stage* stage : due.stop)
        stop(m_jobs.find(stage->name)->second);
    for (const Stage* stage : due.start)
        start(*stage);
    emit changed();
}

} // namespace edgewright::views
