// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/search_loop.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::tuner {

namespace {

using LoopClock = std::chrono::steady_clock;

double secondsFrom(LoopClock::time_point start) {
    return std::chrono::duration<double>(LoopClock::now() - start).count();
}

} // namespace

double floorSeconds(const Task& task, const std::optional<measure::ThreadRoof>& roof) {
    if (!roof) return 0;
    constexpr double Saved = 4; // F(4 x 4, 3 x 3): 36 products for 144
    const double products = task.macs / (task.canSaveProducts ? Saved : 1);
    const measure::LevelBandwidth* const level = roof->levelHolding(static_cast<std::int64_t>(task.bytes));
    const double peak = roof->peak(task.isInteger ? measure::Arithmetic::Int8 : measure::Arithmetic::Float32);
    return std::max(peak > 0 ? products / (peak * 1e9) : 0,
                    level && level->best() > 0 ? task.bytes / (level->best() * 1e9) : 0);
}

double SearchLoop::secondsSoFar() const { return secondsFrom(m_begin); }

LoopClock::time_point SearchLoop::end() const {
    return m_begin +
           std::chrono::duration_cast<LoopClock::duration>(std::chrono::duration<double>(m_options.seconds));
}

Result<cost::search::Scheduler> SearchLoop::scheduled(std::vector<Part>& parts) const {
    const cost::search::Strategy* const strategy = cost::search::findStrategy(m_options.strategy);
    if (!strategy) return badInput(say("there is no strategy '{1}'", m_options.strategy));
    std::vector<cost::search::ScheduledTask> tasks;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ASSIGN_OR_RETURN(auto started, cost::search::SearchTask::start(
                                           std::move(parts[i].space), *strategy,
                                           {.seed = m_options.seed + i, .costModel = m_options.costModel}));
        tasks.push_back({.task = std::move(started),
                         .weight = parts[i].task->weight(),
                         .work = parts[i].task->macs,
                         .kind = parts[i].task->kind,
                         .floor = parts[i].floor});
    }
    return cost::search::Scheduler(std::move(tasks), {.batch = m_together, .seed = m_options.seed});
}

Result<void> SearchLoop::search(cost::search::Scheduler& scheduler, const RunContext& context) {
    const auto shown = [](std::int64_t count) {
        return static_cast<std::uint32_t>(std::min<std::int64_t>(count, UINT32_MAX));
    };
    while (trials < m_options.trials) {
        if (context.stopped()) return cancelled();
        if (LoopClock::now() >= end()) return cancelled();
        const std::int64_t before = scheduler.trials();
        RETURN_IF_ERROR(
            scheduler.advance(std::min(m_together, m_options.trials - trials), {context.stop, nullptr}));
        context.report(shown(m_options.before + trials),
                       shown(m_options.before + m_options.trials + m_options.behind));
        if (scheduler.trials() == before) break;
    }
    return {};
}

Result<void> SearchLoop::run(std::vector<Part> parts, const std::function<Result<void>(std::size_t)>& decide,
                             const RunContext& context) {
    m_begin = LoopClock::now();
    ASSIGN_OR_RETURN(cost::search::Scheduler scheduler, scheduled(parts));
    m_begin = LoopClock::now();
    if (auto searched = search(scheduler, context); !searched) {
        if (searched.error().code != ErrorCode::Cancelled) return searched;
        m_wasStopped = true;
    }
    m_searched = secondsSoFar();
    const LoopClock::time_point decides = LoopClock::now();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (context.stopped()) m_wasStopped = true;
        if (m_options.doing) m_options.doing(say("deciding on {1}", parts[i].task->label));
        RETURN_IF_ERROR(decide(i));
    }
    m_decided = secondsFrom(decides);
    return {};
}

} // namespace edgewright::tuner
