// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/stage_run.h"

#include "core/agent/own_objects.h"
#include "core/base/propagate.h"
#include "core/base/pulse.h"
#include "core/base/quoted.h"
#include "core/exec/program.h"
#include "core/ir/feeds/feeds.h"

#include <algorithm>
#include <chrono>

namespace edgewright::agent {

using namespace protocol;

namespace {

constexpr std::chrono::milliseconds SignOfLife{1000};
// Longer than the workbench waits for an agent: a machine that is gone is lost there, not its hops here.
constexpr std::chrono::seconds HopSilence{4};
constexpr std::chrono::hours FirstSilence{24}; // the other stage begins when its program is there

ir::Feeds feedsOf(const ir::Graph& graph, const StageFrame& frame) {
    ir::Feeds feeds;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i)
        feeds.emplace(graph.inputs[i], frame.tensors[i]);
    return feeds;
}

} // namespace

StageRun::StageRun(bundle::Bundle bundle, StageOrder order, StageHops hops, Confined confined, Send send)
    : m_bundle(std::move(bundle)), m_order(std::move(order)), m_hops(std::move(hops)),
      m_confined(std::move(confined)), m_send(std::move(send)) {
    if (m_hops.in) m_in.emplace(m_hops.in.get(), m_hops.in.get(), "the stage before");
    if (m_hops.out) m_out.emplace(m_hops.out.get(), m_hops.out.get(), "the stage behind");
}

Result<std::unique_ptr<StageRun>> StageRun::begin(bundle::Bundle bundle, const StageOrder& order,
                                                  StageHops hops, Send send,
                                                  const std::filesystem::path& objects) {
    if (order.variant.program >= bundle.programs.size())
        return badInput("stage " + inQuotes(order.variant.name) + ": program " +
                        std::to_string(order.variant.program) + " of " +
                        std::to_string(bundle.programs.size()));
    const ir::Graph& graph = *bundle.programs[order.variant.program].graph;
    const std::size_t there = graph.inputs.size() + order.carried + graph.outputs.size();
    for (const std::uint32_t place : order.sent)
        if (place >= there)
            return badInput("stage " + inQuotes(order.variant.name) + ": tensor " + std::to_string(place) +
                            " of " + std::to_string(there));
    ASSIGN_OR_RETURN(auto loaded, loadOwn(objects, order.variant.choice.generated));
    ASSIGN_OR_RETURN(Confined confined, Confined::to(order.processors)); // threads inherit it
    std::unique_ptr<StageRun> stage(
        new StageRun(std::move(bundle), order, std::move(hops), std::move(confined), std::move(send)));
    stage->m_teller = std::jthread([it = stage.get()](const std::stop_token& end) { it->tell(end); });
    stage->m_worker = std::jthread(
        [it = stage.get(), loaded = std::move(loaded)](const std::stop_token& end) { it->work(end, loaded); });
    if (stage->m_out) // a frame may take longer to be sent than the workbench waits
        stage->m_beater = std::jthread([it = stage.get()](const std::stop_token& end) {
            beatUntil(end, SignOfLife,
                      [it] { return it->m_send(Kind::Progress, contentOf(protocol::Progress{})).has_value(); });
        });
    if (stage->m_in)
        stage->m_hearer = std::jthread([it = stage.get()](const std::stop_token& end) { it->hear(end); });
    return stage;
}

StageRun::~StageRun() = default;

Result<void> StageRun::take(StageFrame frame) {
    const ir::Graph& graph = *program().graph;
    if (frame.tensors.size() != graph.inputs.size() + m_order.carried)
        return badInput("frame " + std::to_string(frame.number) + " has " +
                        std::to_string(frame.tensors.size()) + " tensors where the stage reads " +
                        std::to_string(graph.inputs.size() + m_order.carried));
    RETURN_IF_ERROR(ir::checkFeeds(graph, feedsOf(graph, frame)));
    const std::lock_guard lock(m_mutex);
    if (m_hasFailed) return {};
    if (m_waiting.size() >= m_order.credits)
        return badInput("frame " + std::to_string(frame.number) + " comes before one of the " +
                        std::to_string(m_order.credits) + " that may wait was answered");
    m_waiting.push_back(std::move(frame));
    m_isWaiting.notify_one();
    return {};
}

void StageRun::work(const std::stop_token& end, std::shared_ptr<const kernels::LoadedKernels> loaded) {
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
            if (!m_isWaiting.wait(lock, end, [&] { return !m_waiting.empty(); })) return;
            frame = m_waiting.front();
        }
        auto done = computed(ready, options, frame, {end, nullptr});
        if (end.stop_requested()) return;
        if (!done) return fail(done.error());
        const std::lock_guard lock(m_mutex);
        m_waiting.pop_front(); // before it is sent: the answer is the permission to send one more
        m_done.push_back(*std::move(done));
        m_isDone.notify_one();
    }
}

Result<StageFrame> StageRun::computed(exec::Program& ready, const exec::RunOptions& options,
                                      const StageFrame& frame, const RunContext& run) {
    const auto begin = std::chrono::steady_clock::now();
    ASSIGN_OR_RETURN(exec::RunResult result, ready.run(feedsOf(*program().graph, frame), options, run));
    StageFrame done{.number = frame.number, .seconds = 0, .tensors = std::move(result.outputs)};
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (m_order.sent.empty()) return done;
    std::vector<ir::Tensor> there = frame.tensors;
    std::ranges::move(done.tensors, std::back_inserter(there));
    done.tensors.clear();
    for (const std::uint32_t place : m_order.sent)
        done.tensors.push_back(there[place]);
    return done;
}

// Frames of the stage before, and its pings.
void StageRun::hear(const std::stop_token& end) {
    Patience patience = FirstSilence;
    while (true) {
        auto heard = m_in->receive({end, nullptr}, patience);
        if (end.stop_requested()) return;
        if (!heard) return loseHop(true, heard.error());
        patience = HopSilence;
        if (heard->kind == Kind::Ping) continue;
        if (heard->kind != Kind::StageFrame)
            return loseHop(true, badInput("the stage before sends what is no frame"));
        auto frame = stageFrameOf(heard->content);
        if (!frame) return loseHop(true, frame.error());
        if (auto taken = take(*std::move(frame)); !taken) return loseHop(true, taken.error());
    }
}

// To the stage behind; the workbench gets it without tensors.
Result<void> StageRun::passOn(const StageFrame& frame, const std::stop_token& end) {
    ASSIGN_OR_RETURN(const auto content, contentOf(frame, m_order.format));
    return m_out->send(Kind::StageFrame, content, {end, nullptr}, HopSilence);
}

void StageRun::tell(const std::stop_token& end) {
    while (true) {
        std::optional<StageFrame> frame;
        {
            std::unique_lock lock(m_mutex);
            if (m_isDone.wait_for(lock, end, SignOfLife, [&] { return !m_done.empty(); })) {
                frame = std::move(m_done.front());
                m_done.pop_front();
            }
        }
        if (end.stop_requested()) return;
        if (!frame) {
            if (!m_send(Kind::Progress, contentOf(protocol::Progress{}))) return;
            if (!m_out) continue;
            const auto pinged = m_out->send(Kind::Ping, {}, {end, nullptr}, HopSilence);
            if (end.stop_requested()) return;
            if (!pinged) return loseHop(false, pinged.error());
            continue;
        }
        if (m_out) {
            const auto passed = passOn(*frame, end);
            if (end.stop_requested()) return;
            if (!passed) return loseHop(false, passed.error());
            frame->tensors.clear();
        }
        const auto content = contentOf(*frame, m_order.format);
        if (!content) return fail(content.error());
        if (!m_send(Kind::StageDone, *content)) return; // nobody listens, which the reading thread finds
    }
}

void StageRun::fail(const Error& error) {
    drop();
    static_cast<void>(m_send(Kind::Failed, contentOf(Failed{error.code, error.message})));
}
void StageRun::loseHop(bool isFed, const Error& error) {
    drop();
    static_cast<void>(m_send(Kind::HopLost, contentOf(HopLost{isFed, error.message})));
}
void StageRun::drop() {
    const std::lock_guard lock(m_mutex);
    m_hasFailed = true;
    m_waiting.clear();
}

} // namespace edgewright::agent
