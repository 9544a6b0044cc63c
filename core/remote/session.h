// SPDX-License-Identifier: GPL-3.0-or-later
// A conversation with an agent: of this machine or of a board.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/bundle/bundle.h"
#include "core/protocol/messages.h"
#include "core/protocol/stage_frame.h"
#include "core/remote/processes/child.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>

namespace edgewright::remote {

struct SessionOptions {
    // Nothing heard for so long means that the link is cut: an agent says something every second while it runs.
    protocol::Patience silence = std::chrono::seconds(10);
    // The interval at which the agent is told that somebody is here; it ends when it hears nothing
    // (agent::AgentOptions).
    std::chrono::milliseconds pulse = std::chrono::seconds(5);
    // The reason why the connection that the child uses has ended; empty: it has not, or nobody knows.
    std::function<std::optional<Error>()> lost = {};
};

class Session {
public:
    // A session with the child, which talks the protocol on its standard input and output. `name`: whose agent
    // it is.
    static Result<std::unique_ptr<Session>>
    begin(Child child, const std::string& name, const RunContext& run = {}, const SessionOptions& options = {});
    // With an agent of this machine.
    static Result<std::unique_ptr<Session>> here(const RunContext& run = {});

    const protocol::Welcome& welcome() const { return m_welcome; }
    // Asks if the agent is there, and for its machine as it is now: welcome() is anew.
    Result<void> greet(const RunContext& run = {});
    bool isOpen() { return !m_child.wait(std::chrono::milliseconds(0)); }

    // Sends the bundle unless the agent has it. Progress is in bytes. `sent`: whether it was.
    Result<void> provide(const std::filesystem::path& file, const bundle::Written& written,
                         const RunContext& run = {}, bool* sent = nullptr);
    // `told`: everything until now, whenever something is new; also while the agent waits (Progress::doing).
    // When stopped, the agent is told, and its answer is what it has until then.
    Result<protocol::RunState> measure(const protocol::RunOrder& order, const RunContext& run = {},
                                       const std::function<void(const protocol::Progress&)>& told = {});
    // The most that the machine reaches, undated. Progress is in hundredths, `told` is Progress::doing. When
    // stopped, the agent is told, and there is none: Cancelled.
    Result<measure::Roof> measureRoof(const protocol::RoofOrder& order = {}, const RunContext& run = {},
                                      const std::function<void(const std::string&)>& told = {});
    // A stage on bundles that were provided. Then frames may be sent by one thread and received by another one,
    // no more at once than StageOrder::credits.
    // The agent listens for a direct hop, at a place that it tells; another one joins it there, which is done
    // once both have proved the order's key. A stage that begins uses what is there (StageOrder::isFed,
    // passesOn).
    Result<protocol::HopPlace> listenForHop(const protocol::HopOrder& order, const RunContext& run = {});
    Result<void> joinHop(const protocol::HopOrder& order, const RunContext& run = {});
    Result<void> beginStage(const protocol::StageOrder& order, const RunContext& run = {});
    Result<void> sendFrame(const protocol::StageFrame& frame, protocol::LinkFormat format,
                           const RunContext& run = {});
    // The next one that is done; waits for it as long as the agent says that it is there, which it does every
    // second.
    Result<protocol::StageFrame> receiveFrame(const RunContext& run = {},
                                              protocol::Patience silence = std::chrono::seconds(3));
    // The hop of the stage for which receiveFrame() failed, if it was that.
    const std::optional<protocol::HopLost>& hopLost() const { return m_hopLost; }
    // Frames that are not done yet are dropped.
    Result<void> endStage(const RunContext& run = {});
    Result<void> removeBundles(const RunContext& run = {});

private:
    Session(Child child, std::string name, const SessionOptions& options);
    // One frame; what the agent could not do is its error, and what ended the link is told with what the child
    // wrote to standard error.
    Result<protocol::Frame> receive(const RunContext& run, protocol::Patience patience);
    Result<void> send(protocol::Kind kind, std::span<const std::byte> content, const RunContext& run);
    void sayStillHere(const std::stop_token& end);
    // The last answer to what takes long, Done; `hear` gets each Progress before it.
    Result<protocol::Frame> done(protocol::Kind kind, std::span<const std::byte> order, const RunContext& run,
                                 const std::function<Result<void>(const protocol::Progress&)>& hear);
    Result<void> expect(protocol::Kind kind, const RunContext& run, protocol::Patience patience);
    Error unexpected(protocol::Kind got, protocol::Kind expected) const;
    Error explained(Error error);

    Child m_child;
    std::string m_name;
    SessionOptions m_options;
    protocol::Link m_link;
    protocol::Welcome m_welcome;
    std::optional<protocol::HopLost> m_hopLost;
    std::mutex m_sending;
    std::jthread m_pulse; // last: it ends before the link does
};

} // namespace edgewright::remote
