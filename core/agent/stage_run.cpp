// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/stage_run.h"

#include "core/agent/confined.h"
#include "core/agent/own_objects.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/exec/program.h"
#include "core/ir/feeds/feeds.h"

#include <chrono>

namespace edgewright::agent {

using namespace protocol;

namespace {

constexpr std::chrono::milliseconds SignOfLife{1000};

ir::Feeds feedsOf(const ir::Graph& graph, const StageFrame& frame) {
    ir::Feeds feeds;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i)
        feeds.emplace(graph.inputs[i], frame.tensors[i]);
    return feeds;
}

} // namespace

StageRun::StageRun(bundle::Bundle bundle, StageOrder order, Send send)
    : m_bundle(std::move(bundle)), m_order(std::move(order)), m_send(std::move(send)) {}

Result<std::unique_ptr<StageRun>> StageRun::begin(bundle::Bundle bundle, const StageOrder& order, Send send,
                                                  const std::filesystem::path& objects) {
    if (order.variant.program >= bundle.programs.size())
        return badInput("stage " + inQuotes(order.variant.name) + ": program " +
                        std::to_string(order.variant.program) + " of " +
                        std::to_string(bundle.programs.size()));
    ASSIGN_OR_RETURN(auto loaded, loadOwn(objects, order.variant.choice.generated));
    RETURN_IF_ERROR(Confined::to(order.processors)); // for this moment: told before a frame comes
    std::unique_ptr<StageRun> stage(new StageRun(std::move(bundle), order, std::move(send)));
    stage->m_pulse = std::jthread([it = stage.get()](const std::stop_token& end) { it->tellProgress(end); });
    stage->m_worker = std::jthread(
        [it = stage.get(), loaded = std::move(loaded)](const std::stop_token& end) { it->work(end, loaded); });
    return stage;
}

StageRun::~StageRun() = default;

Result<void> StageRun::take(StageFrame frame) {
    const ir::Graph& graph = *program().graph;
    if (frame.tensors.size() != graph.inputs.size())
        return badInput("frame " + std::to_string(frame.number) + " has " +
                        std::to_string(frame.tensors.size()) + " tensors where the stage reads " +
                        std::to_string(graph.inputs.size()));
    RETURN_IF_ERROR(ir::checkFeeds(graph, feedsOf(graph, frame)));
    const std::lock_guard lock(m_mutex);
    if (m_hasFailed) return {};
    if (m_waiting.size() >= m_order.credits)
        return badInput("frame " + std::to_string(frame.number) + " comes before one of the " +
                        std::to_string(m_order.credits) + " that may wait was answered");
    m_waiting.push_back(std::move(frame));
    m_wake.notify_all();
    return {};
}

void StageRun::work(const std::stop_token& end, std::shared_ptr<const kernels::LoadedKernels> loaded) {
    const auto confined = Confined::to(m_order.processors);
    exec::Program ready(*program().graph, program().opsets);
    exec::RunOptions options;
    static_cast<kernels::KernelChoice&>(options) = m_order.variant.choice;
    options.loaded = std::move(loaded);
    options.memoryLimitBytes = m_order.memoryLimitBytes;
    options.arena = program().arena.get();
    while (true) {
        StageFrame frame;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, end, [&] { return !m_waiting.empty(); })) return;
            frame = m_waiting.front();
        }
        const auto done = compute(ready, options, frame, {end, nullptr});
        if (done) continue;
        if (end.stop_requested()) return;
        {
            const std::lock_guard lock(m_mutex);
            m_hasFailed = true;
            m_waiting.clear();
        }
        const auto told = m_send(Kind::Failed, contentOf(Failed{done.error().code, done.error().message}));
        static_cast<void>(told); // who does not listen is gone, which the reading thread finds
        return;
    }
}

Result<void> StageRun::compute(exec::Program& ready, const exec::RunOptions& options, const StageFrame& frame,
                               const RunContext& run) {
    const auto begin = std::chrono::steady_clock::now();
    ASSIGN_OR_RETURN(exec::RunResult result, ready.run(feedsOf(*program().graph, frame), options, run));
    StageFrame done{.number = frame.number, .seconds = 0, .tensors = std::move(result.outputs)};
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    ASSIGN_OR_RETURN(const Content content, contentOf(done, m_order.format));
    {
        // Before it is sent: the answer is the permission to send one more.
        const std::lock_guard lock(m_mutex);
        m_waiting.pop_front();
    }
    return m_send(Kind::StageDone, content);
}

void StageRun::tellProgress(const std::stop_token& end) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock waiting(mutex);
    while (!wake.wait_for(waiting, end, SignOfLife, [] { return false; }) && !end.stop_requested())
        if (!m_send(Kind::Progress, contentOf(protocol::Progress{}))) return;
}

} // namespace edgewright::agent
