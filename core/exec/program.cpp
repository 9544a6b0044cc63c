// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/program.h"

#include "core/exec/check_feeds.h"
#include "core/exec/frame.h"

#include <algorithm>

namespace edgewright::exec {

Result<Schedule*> Schedules::of(const ir::Graph& graph, std::span<const ValueId> captures) {
    Entry& entry = m_entries[&graph];
    if (!entry.schedule || !std::ranges::equal(entry.captures, captures)) {
        auto made = schedule(graph, m_opsets, captures);
        if (!made) return std::move(made).error();
        entry.captures.assign(captures.begin(), captures.end());
        entry.schedule = std::make_unique<Schedule>(std::move(made).value());
    }
    return entry.schedule.get();
}

struct Program::Kept {
    const ir::Graph& graph;
    Schedules schedules;
    std::shared_ptr<Pool> pool = std::make_shared<Pool>();
};

Program::Program(const ir::Graph& graph, const ir::Opsets& opsets)
    : m_kept(std::make_unique<Kept>(Kept{graph, Schedules(opsets)})) {}
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

Result<RunResult> Program::run(const Feeds& feeds, const RunOptions& options, const RunContext& context) {
    const ir::Graph& graph = m_kept->graph;
    if (auto checked = checkFeeds(graph, feeds); !checked) return std::move(checked).error();
    Session session{m_kept->schedules, options, context, Storage(*m_kept->pool, options.memoryLimitBytes)};
    if (options.arena)
        if (auto made = session.storage.useArena(*options.arena); !made) return std::move(made).error();
    const auto schedule = m_kept->schedules.of(graph, options.capture);
    if (!schedule) return Error(schedule.error());

    RunResult result;
    Frame frame(session, graph, nullptr, 0);
    for (const auto& [id, tensor] : feeds)
        frame.set(id, {tensor, {}});
    if (auto ran = frame.run(**schedule, &result); !ran) return std::move(ran).error();

    for (const ValueId id : options.capture) // inputs and constants: no node has produced them
        if (const ir::Tensor* tensor = result.captured.contains(id) ? nullptr : frame.find(id))
            result.captured.emplace(id, *tensor);
    auto outputs = frame.outputs();
    if (!outputs) return std::move(outputs).error();
    result.outputs = std::move(outputs).value();
    result.peakBytes = session.storage.peakBytes();
    result.allocations = session.storage.allocations();
    result.scratchBytes = session.storage.scratchBytes();
    return result;
}

Result<RunResult> run(const ir::Graph& graph, const ir::Opsets& opsets, const Feeds& feeds,
                      const RunOptions& options, const RunContext& context) {
    return Program(graph, opsets).run(feeds, options, context);
}

} // namespace edgewright::exec
