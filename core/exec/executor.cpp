// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"

#include "core/exec/check_feeds.h"
#include "core/exec/frame.h"

namespace edgewright::exec {

Result<RunResult> run(const ir::Graph& graph, const ir::Opsets& opsets, const Feeds& feeds,
                      const RunOptions& options, const RunContext& context) {
    if (auto checked = checkFeeds(graph, feeds); !checked) return std::move(checked).error();
    Session session{opsets, options, context, Storage(options.memoryLimitBytes), {}};
    if (options.arena)
        if (auto made = session.storage.useArena(*options.arena); !made) return std::move(made).error();
    const auto schedule = session.scheduleOf(graph, options.capture);
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
    return result;
}

} // namespace edgewright::exec
