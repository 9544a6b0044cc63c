// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/task.h"

#include "core/base/propagate.h"

#include <algorithm>

namespace edgewright::cost::search {

namespace {

// A cell of progress counts 32 bits.
std::uint32_t cell(std::int64_t count) {
    return static_cast<std::uint32_t>(std::min<std::int64_t>(count, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

double SearchResult::bestAfter(std::int64_t trials) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Step& step : curve)
        if (step.trial <= trials) least = step.value;
    return least;
}

std::int64_t SearchResult::trialsTo(double wanted) const {
    const auto it = std::ranges::find_if(curve, [&](const Step& step) { return step.value <= wanted; });
    return it == curve.end() ? 0 : it->trial;
}

Result<SearchTask> SearchTask::start(Space space, const Strategy& strategy, const StrategyOptions& options) {
    ASSIGN_OR_RETURN(const PointId points, pointsOf(space));
    SearchTask task;
    task.m_space = std::make_unique<Space>(std::move(space));
    task.m_strategy = &strategy;
    ASSIGN_OR_RETURN(task.m_proposer, strategy.start(*task.m_space, points, options));
    return task;
}

void SearchTask::record(PointId id, double value) {
    m_last = id;
    ++m_result.evaluations;
    if (value < m_result.value) {
        m_result.value = value;
        m_result.best = m_point;
        m_result.curve.push_back({m_result.evaluations, value});
    }
    if (!m_strategy->enumerates) m_history.add({id, value});
}

Result<std::int64_t> SearchTask::recordTogether(std::int64_t most, const RunContext& run) {
    const auto count = std::min(static_cast<std::size_t>(most), m_proposed.size() - m_next);
    std::vector<Point> points(count);
    for (std::size_t i = 0; i < count; ++i)
        decode(*m_space, m_proposed[m_next + i], points[i]);
    if (m_space->foreseen)
        m_space->foreseen(m_foreseen.empty() ? std::span<const double>()
                                             : std::span<const double>(m_foreseen).subspan(m_next, count));
    ASSIGN_OR_RETURN(const std::vector<double> values, m_space->evaluateTogether(points, run));
    for (std::size_t i = 0; i < count; ++i) {
        m_point = std::move(points[i]);
        record(m_proposed[m_next++], values[i]);
    }
    return static_cast<std::int64_t>(count);
}

Result<void> SearchTask::advance(std::int64_t trials, const RunContext& run) {
    for (std::int64_t done = 0; done < trials;) {
        if (run.stopped()) return cancelled();
        if (m_next == m_proposed.size()) {
            m_next = 0;
            ASSIGN_OR_RETURN(m_proposed, m_proposer->propose(m_history, trials - done, run));
            m_foreseen = m_proposer->foreseen();
            if (m_proposed.empty()) {
                if (run.stopped()) return cancelled();
                m_over = true;
                m_result.proved = m_proposer->triedAll();
                return {};
            }
        }
        if (m_space->evaluateTogether) {
            ASSIGN_OR_RETURN(const std::int64_t count, recordTogether(trials - done, run));
            done += count;
        } else {
            const PointId id = m_proposed[m_next++];
            decode(*m_space, id, m_point);
            record(id, m_space->evaluate(m_point));
            ++done;
        }
        run.report(cell(done), cell(trials));
    }
    return {};
}

Result<SearchResult> minimize(Space space, const Strategy& strategy, std::int64_t trials,
                              const StrategyOptions& options, const RunContext& run) {
    ASSIGN_OR_RETURN(SearchTask task, SearchTask::start(std::move(space), strategy, options));
    RETURN_IF_ERROR(task.advance(trials, run));
    return task.result();
}

} // namespace edgewright::cost::search
