// SPDX-License-Identifier: GPL-3.0-or-later
// A stage: one program, run on each frame that arrives, in the order in which they arrive.
#pragma once

#include "core/agent/confined.h"
#include "core/base/descriptor.h"
#include "core/base/result.h"
#include "core/bundle/bundle.h"
#include "core/exec/program.h"
#include "core/protocol/messages.h"
#include "core/protocol/stage_frame.h"

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace edgewright::agent {

// The connections of a stage to the agents beside it: StageOrder::isFed, passesOn.
struct StageHops {
    Descriptor in = {}, out = {};
};

class StageRun {
public:
    // Called on threads of its own. An error: nobody listens any more.
    using Send = std::function<Result<void>(protocol::Kind, const protocol::Content&)>;

    // Sends StageDone for each frame, Progress where there was none for a second, and Failed where a frame
    // cannot be computed, or HopLost where a hop ends, each of which ends the stage. BadInput for a program
    // that the bundle does not have, as measuredRun(), and for tensors that an answer cannot have. The calling
    // thread is confined to the order's processors, too, until it ends the stage.
    static Result<std::unique_ptr<StageRun>> begin(bundle::Bundle bundle, const protocol::StageOrder& order,
                                                   StageHops hops, Send send,
                                                   const std::filesystem::path& objects = {});
    // Stops the frame that runs, drops those that wait.
    ~StageRun();

    // BadInput for more frames than were agreed upon, and for tensors that are not the program's inputs and the
    // carried ones. Once the stage has failed, frames are dropped.
    Result<void> take(protocol::StageFrame frame);

private:
    StageRun(bundle::Bundle bundle, protocol::StageOrder order, StageHops hops, Confined confined, Send send);
    void hear(const std::stop_token& end);
    Result<void> passOn(const protocol::StageFrame& frame, const std::stop_token& end);
    void work(const std::stop_token& end, std::shared_ptr<const kernels::LoadedKernels> loaded);
    Result<protocol::StageFrame> computed(exec::Program& program, const exec::RunOptions& options,
                                          const protocol::StageFrame& frame, const RunContext& run);
    void tell(const std::stop_token& end);
    void fail(const Error& error);
    void loseHop(bool isFed, const Error& error);
    void drop();
    const bundle::Program& program() const { return m_bundle.programs[m_order.variant.program]; }

    const bundle::Bundle m_bundle;
    const protocol::StageOrder m_order;
    const StageHops m_hops;
    std::optional<protocol::Link> m_in, m_out; // over them
    const Confined m_confined;
    const Send m_send;

    std::mutex m_mutex;                                // the next four
    std::condition_variable_any m_isWaiting, m_isDone; // a frame
    std::deque<protocol::StageFrame> m_waiting;        // the first one is computed, if any
    std::deque<protocol::StageFrame> m_done;           // not sent yet: the next one is computed meanwhile
    bool m_hasFailed = false;

    std::jthread m_hearer, m_beater, m_teller, m_worker; // last: they end before the rest goes
};

} // namespace edgewright::agent
