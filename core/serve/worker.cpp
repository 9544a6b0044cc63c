// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/worker.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace edgewright::serve {

Worker::Worker(const ServedModel& model, std::size_t number, int threads)
    : m_model(model), m_number(number), m_threads(threads) {
    static_cast<kernels::KernelChoice&>(m_options) = model.choice;
    m_options.threads = threads;
    for (const SizedGraph& each : model.sizes)
        m_programs.emplace_back(*each.graph, model.opsets);
}

Result<void> Worker::warm(const RunContext& run) {
    m_thread = pthread_self();
    m_threads.use();
    for (std::size_t i = 0; i < m_programs.size(); ++i)
        RETURN_IF_ERROR(m_programs[i].run(m_model.sizes[i].feeds, m_options, run));
    m_threads.rest();
    return {};
}

Result<void> Worker::compute(std::span<const std::uint64_t> numbers, const RunContext& run,
                             const std::function<void()>& betweenOperators, Profile* profile) {
    const Clock::time_point begin = Clock::now();
    const std::size_t place = sizeFor(m_model.sizes, static_cast<std::int64_t>(numbers.size()));
    const SizedGraph& sized = m_model.sizes[place];
    const auto computeOf = [&](const ir::Feeds& feeds) -> Result<void> {
        if (profile) {
            ASSIGN_OR_RETURN(*profile, profiled(place, feeds, begin, run));
        } else {
            RETURN_IF_ERROR(m_programs[place].run(feeds, m_options, run, betweenOperators));
        }
        return {};
    };
    if (!m_model.inputs) return computeOf(sized.feeds);
    std::vector<std::vector<ir::Tensor>> requests;
    for (const std::uint64_t each : numbers) {
        ASSIGN_OR_RETURN(auto inputs, m_model.inputs(each));
        requests.push_back(std::move(inputs));
    }
    ASSIGN_OR_RETURN(const ir::Feeds feeds, joined(*sized.graph, sized.size, requests));
    return computeOf(feeds);
}

Result<void> Worker::computeSize(std::size_t place, const RunContext& run) {
    RETURN_IF_ERROR(m_programs[place].run(m_model.sizes[place].feeds, m_options, run));
    return {};
}

Result<Worker::Profile> Worker::profile(std::size_t place, std::uint64_t first, const RunContext& run) {
    std::vector<std::uint64_t> numbers(static_cast<std::size_t>(m_model.sizes[place].size));
    std::iota(numbers.begin(), numbers.end(), first);
    Profile one;
    RETURN_IF_ERROR(compute(numbers, run, {}, &one));
    return one;
}

Result<Worker::Profile> Worker::profiled(std::size_t place, const ir::Feeds& feeds, Clock::time_point begin,
                                         const RunContext& run) {
    exec::RunOptions options = m_options;
    options.timeNodes = true;
    ASSIGN_OR_RETURN(const exec::RunResult result, m_programs[place].run(feeds, options, run));
    scenario::Ticks rest = std::chrono::nanoseconds(Clock::now() - begin).count();
    Profile profile;
    for (const exec::NodeTiming& each : result.timings) {
        profile.operators.push_back(each.node);
        profile.ticks.push_back(std::clamp<scenario::Ticks>(std::llround(each.microseconds * 1000), 0, rest));
        rest -= profile.ticks.back();
    }
    if (profile.ticks.empty()) { // of a graph without nodes
        profile.operators.emplace_back();
        profile.ticks.push_back(0);
    }
    profile.ticks.front() += std::max<scenario::Ticks>(rest, profile.ticks.front() == 0 ? 1 : 0);
    return profile;
}

std::vector<std::string> Worker::namesOf(const Profile& profile) const {
    const ir::Graph& graph = *m_model.sizes.front().graph;
    std::vector<std::string> names;
    for (const NodeId each : profile.operators)
        names.push_back(each.valid() && graph.contains(each) ? graph.node(each).label() : std::string());
    return names;
}

int Worker::moveTo(std::uint64_t cores, std::span<const int> processors) {
    if (cores == m_cores) return 0;
    m_cores = cores;
    std::vector<int> on;
    for (; cores != 0; cores &= cores - 1)
        on.push_back(processors[static_cast<std::size_t>(std::countr_zero(cores))]);
    return m_threads.pin(m_thread, on);
}

} // namespace edgewright::serve
