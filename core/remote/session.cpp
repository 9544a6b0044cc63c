// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/session.h"

#include "core/base/propagate.h"
#include "core/base/pulse.h"
#include "core/base/say.h"
#include "core/base/version.h"
#include "core/ir/storage/mapped_file.h"
#include "core/remote/installed.h"
#include "core/remote/processes/child_output.h"

#include <algorithm>
#include <csignal>

namespace edgewright::remote {

using protocol::Frame;
using protocol::Kind;

namespace {

constexpr std::size_t PieceBytes = std::size_t(1) << 20;
constexpr std::chrono::seconds StopPatience{60};
constexpr double SlowestCheck = 5e6; // bytes per second that a board takes to hash what arrived

std::string agentOf(const std::string& machine) { return say("the agent of {1}", machine); }

} // namespace

Session::Session(Child child, std::string name, const SessionOptions& options)
    : m_child(std::move(child)), m_name(std::move(name)), m_options(options),
      m_link(m_child.output(), m_child.input(), agentOf(m_name)) {}

Result<std::unique_ptr<Session>> Session::begin(Child child, const std::string& name, const RunContext& run,
                                                const SessionOptions& options) {
    std::unique_ptr<Session> session(new Session(std::move(child), name, options));
    RETURN_IF_ERROR(session->greet(run));
    session->m_pulse =
        std::jthread([it = session.get()](const std::stop_token& end) { it->sayStillHere(end); });
    return session;
}

Result<void> Session::greet(const RunContext& run) {
    RETURN_IF_ERROR(send(Kind::Hello, protocol::contentOf(protocol::Hello{}), run));
    ASSIGN_OR_RETURN(const Frame frame, receive(run, m_options.silence));
    if (frame.kind != Kind::Welcome) return badInput(say("the agent of {1} does not welcome", m_name));
    auto welcome = protocol::welcomeOf(frame.content);
    if (!welcome) return std::move(welcome).error().within(agentOf(m_name));
    if (welcome->version != protocol::Version || welcome->build != EDGEWRIGHT_VERSION)
        return unsupported(
            say("the agent of {1} is version {2} with protocol {3} where {4} with protocol {5} is expected",
                m_name, welcome->build, welcome->version, EDGEWRIGHT_VERSION, protocol::Version));
    m_welcome = *std::move(welcome);
    return {};
}

void Session::sayStillHere(const std::stop_token& end) {
    beatUntil(end, m_options.pulse, [&] {
        const std::lock_guard lock(m_sending);
        // Who does not listen is gone, which the thread finds that asks.
        return m_link.send(Kind::Ping, {}, {end, nullptr}, m_options.silence).has_value();
    });
}

Result<std::unique_ptr<Session>> Session::here(const RunContext& run) {
    ASSIGN_OR_RETURN(const auto agent, agentHere());
    ASSIGN_OR_RETURN(const auto folder, agentFolderHere());
    ASSIGN_OR_RETURN(auto child, Child::start({agent.string(), folder.string(), "--own-kernels"}));
    return begin(std::move(child), say("this machine"), run);
}

Error Session::explained(Error error) {
    if (error.code != ErrorCode::BadInput && error.code != ErrorCode::TimedOut) return error;
    if (m_options.lost)
        if (auto lost = m_options.lost()) return *std::move(lost);
    if (error.code != ErrorCode::BadInput) return error;
    const auto status = m_child.wait(std::chrono::milliseconds(500));
    if (status && *status > 128 && *status < 255) // 255 is ssh's own
        error.message = *status == 128 + SIGKILL
                            ? say("{1}: ended by signal {2}, as a machine does that has no memory left",
                                  error.message, *status - 128)
                            : say("{1}: ended by signal {2}", error.message, *status - 128);
    else if (const std::string line = lastLineOf(m_child.errors()); !line.empty())
        error.message += ": " + line;
    return error;
}

Result<void> Session::send(Kind kind, std::span<const std::byte> content, const RunContext& run) {
    const std::lock_guard lock(m_sending);
    auto sent = m_link.send(kind, content, run, m_options.silence);
    if (!sent) return explained(std::move(sent).error());
    return sent;
}

Result<Frame> Session::receive(const RunContext& run, protocol::Patience patience) {
    auto frame = m_link.receive(run, patience);
    if (!frame) return explained(std::move(frame).error());
    if (frame->kind != Kind::Failed) return frame;
    auto failed = protocol::failedOf(frame->content);
    if (!failed) return std::move(failed).error().within(agentOf(m_name));
    if (failed->code == ErrorCode::Cancelled) return cancelled();
    return Error{failed->code, m_name + ": " + failed->message};
}

Result<void> Session::expect(Kind kind, const RunContext& run, protocol::Patience patience) {
    ASSIGN_OR_RETURN(const Frame frame, receive(run, patience));
    if (frame.kind != kind) return unexpected(frame.kind, kind);
    return {};
}

Error Session::unexpected(Kind got, Kind expected) const {
    return badInput(say("the agent of {1} answers with frame {2} where {3} is expected", m_name,
                        static_cast<int>(got), static_cast<int>(expected)));
}

Result<void> Session::provide(const std::filesystem::path& file, const bundle::Written& written,
                              const RunContext& run, bool* sent) {
    if (sent) *sent = false;
    const protocol::BundleName name{written.digest, written.bytes};
    RETURN_IF_ERROR(send(Kind::Find, protocol::contentOf(name), run));
    ASSIGN_OR_RETURN(const Frame answer, receive(run, m_options.silence));
    if (answer.kind != Kind::Found) return badInput(say("the agent of {1} does not say what it has", m_name));
    ASSIGN_OR_RETURN(const auto found, protocol::foundOf(answer.content));
    if (found.isThere) return {};
    ASSIGN_OR_RETURN(const auto mapped, ir::MappedFile::open(file));
    std::span<const std::byte> left = mapped->bytes();
    if (left.size() != written.bytes)
        return badInput(say("{1}: has changed since it was written", file.string()));
    RETURN_IF_ERROR(send(Kind::Put, protocol::contentOf(name), run));
    const auto patience = m_options.silence + std::chrono::milliseconds(static_cast<std::int64_t>(
                                                  1e3 * static_cast<double>(written.bytes) / SlowestCheck));
    std::uint32_t arrived = 0;
    auto heard = std::chrono::steady_clock::now();
    // Progress is that more has arrived: who says the same again and again is not waited for.
    const auto hear = [&](const Frame& frame) -> Result<void> {
        if (frame.kind != Kind::Progress)
            return badInput(say("the agent of {1} answers with frame {2} while it receives a bundle", m_name,
                                static_cast<int>(frame.kind)));
        auto progress = protocol::progressOf(frame.content);
        if (!progress) return std::move(progress).error().within(agentOf(m_name));
        const auto now = std::chrono::steady_clock::now();
        if (progress->done > arrived)
            heard = now;
        else if (now - heard > patience)
            return Error{ErrorCode::TimedOut, say("the agent of {1} takes no more of what is sent", m_name)};
        arrived = std::max(arrived, progress->done);
        return {};
    };
    const auto kilobytes = [](std::size_t bytes) { return static_cast<std::uint32_t>(bytes >> 10); };
    while (!left.empty()) {
        const std::size_t size = std::min(left.size(), PieceBytes);
        RETURN_IF_ERROR(send(Kind::Data, left.first(size), run));
        left = left.subspan(size);
        run.report(kilobytes(mapped->bytes().size() - left.size()), kilobytes(mapped->bytes().size()));
        // What does not fit is known long before all of it is sent.
        while (!left.empty() && m_link.isHeard()) {
            ASSIGN_OR_RETURN(const Frame frame, receive(run, m_options.silence));
            RETURN_IF_ERROR(hear(frame));
        }
    }
    heard = std::chrono::steady_clock::now();
    // A slow link may hold much of it still: only silence is counted.
    while (true) {
        ASSIGN_OR_RETURN(const Frame frame, receive(run, patience));
        if (frame.kind == Kind::Stored) break;
        RETURN_IF_ERROR(hear(frame));
    }
    if (sent) *sent = true;
    return {};
}

Result<Frame> Session::done(Kind kind, std::span<const std::byte> order, const RunContext& run,
                            const std::function<Result<void>(const protocol::Progress&)>& hear) {
    RETURN_IF_ERROR(send(kind, order, run));
    bool isStopped = false;
    std::chrono::steady_clock::time_point end; // once it is stopped
    while (true) {
        if (isStopped && std::chrono::steady_clock::now() > end)
            return Error{ErrorCode::TimedOut, say("the agent of {1} was told to stop and goes on", m_name)};
        // Once it was told to stop, the agent's last answer is waited for.
        auto frame = receive(isStopped ? RunContext() : run, m_options.silence);
        if (!frame && frame.error().code == ErrorCode::Cancelled && !isStopped && run.stopped()) {
            isStopped = true;
            end = std::chrono::steady_clock::now() + StopPatience;
            RETURN_IF_ERROR(send(Kind::Cancel, {}, {}));
            continue;
        }
        if (!frame || frame->kind == Kind::Done) return frame;
        if (frame->kind != Kind::Progress)
            return badInput(say("the agent of {1} sends frame {2} while it measures", m_name,
                                static_cast<int>(frame->kind)));
        auto progress = protocol::progressOf(frame->content);
        if (!progress) return std::move(progress).error().within(agentOf(m_name));
        run.report(progress->done, progress->total);
        RETURN_IF_ERROR(hear(*progress));
    }
}

Result<protocol::RunState> Session::measure(const protocol::RunOrder& order, const RunContext& run,
                                            const std::function<void(const protocol::Progress&)>& told) {
    protocol::Progress all;
    all.state.variants.resize(order.variants.size());
    const auto hear = [&](const protocol::Progress& progress) -> Result<void> {
        all.doing = translated("Word", progress.doing);
        if (progress.state.variants.size() > order.variants.size())
            return badInput(say("the agent of {1} tells of more variants than it was given", m_name));
        for (std::size_t i = 0; i < progress.state.variants.size(); ++i) {
            const protocol::VariantRun& news = progress.state.variants[i];
            protocol::VariantRun& known = all.state.variants[i];
            known.first = news.first;
            known.warmups = news.warmups;
            known.disturbed = news.disturbed;
            known.blocks.insert(known.blocks.end(), news.blocks.begin(), news.blocks.end());
        }
        if (!progress.state.variants.empty()) {
            all.state.end = progress.state.end;
            all.state.seconds = progress.state.seconds;
            all.state.before = progress.state.before;
        }
        if (told) told(all);
        return {};
    };
    ASSIGN_OR_RETURN(const Frame last, done(Kind::Run, protocol::contentOf(order), run, hear));
    auto state = protocol::runStateOf(last.content);
    if (!state) return std::move(state).error().within(agentOf(m_name));
    if (state->variants.size() != order.variants.size())
        return badInput(say("the agent of {1} tells of {2} variants where {3} are expected", m_name,
                            state->variants.size(), order.variants.size()));
    return state;
}

Result<measure::Roof> Session::measureRoof(const protocol::RoofOrder& order, const RunContext& run,
                                           const std::function<void(const std::string&)>& told) {
    const auto hear = [&](const protocol::Progress& progress) -> Result<void> {
        if (told) told(translated("Word", progress.doing));
        return {};
    };
    ASSIGN_OR_RETURN(const Frame last, done(Kind::Roof, protocol::contentOf(order), run, hear));
    auto roof = protocol::roofOf(last.content);
    if (!roof) return std::move(roof).error().within(agentOf(m_name));
    return roof;
}

Result<protocol::HopPlace> Session::listenForHop(const protocol::HopOrder& order, const RunContext& run) {
    RETURN_IF_ERROR(send(Kind::Listen, protocol::contentOf(order), run));
    ASSIGN_OR_RETURN(const Frame answer, receive(run, m_options.silence));
    if (answer.kind != Kind::Listening) return unexpected(answer.kind, Kind::Listening);
    auto place = protocol::hopPlaceOf(answer.content);
    if (!place) return std::move(place).error().within(agentOf(m_name));
    return place;
}

Result<void> Session::joinHop(const protocol::HopOrder& order, const RunContext& run) {
    RETURN_IF_ERROR(send(Kind::Join, protocol::contentOf(order), run));
    return expect(Kind::Joined, run, m_options.silence);
}

Result<void> Session::beginStage(const protocol::StageOrder& order, const RunContext& run) {
    m_hopLost.reset();
    RETURN_IF_ERROR(send(Kind::Stage, protocol::contentOf(order), run));
    return expect(Kind::Ready, run, m_options.silence);
}

Result<void> Session::sendFrame(const protocol::StageFrame& frame, protocol::LinkFormat format,
                                const RunContext& run) {
    ASSIGN_OR_RETURN(const auto content, protocol::contentOf(frame, format));
    return send(Kind::StageFrame, content, run);
}

Result<protocol::StageFrame> Session::receiveFrame(const RunContext& run, protocol::Patience silence) {
    while (true) {
        ASSIGN_OR_RETURN(const Frame frame, receive(run, silence));
        if (frame.kind == Kind::Progress) continue;
        if (frame.kind == Kind::HopLost) {
            auto lost = protocol::hopLostOf(frame.content);
            if (!lost) return std::move(lost).error().within(agentOf(m_name));
            m_hopLost = *std::move(lost);
            return badInput(m_name + ": " + m_hopLost->reason);
        }
        if (frame.kind != Kind::StageDone) return unexpected(frame.kind, Kind::StageDone);
        auto done = protocol::stageFrameOf(frame.content);
        if (!done) return std::move(done).error().within(agentOf(m_name));
        return done;
    }
}

Result<void> Session::endStage(const RunContext& run) {
    RETURN_IF_ERROR(send(Kind::Cancel, {}, run));
    while (true) {
        ASSIGN_OR_RETURN(const Frame frame, receive(run, m_options.silence));
        if (frame.kind == Kind::Done) return {};
        if (frame.kind != Kind::Progress && frame.kind != Kind::StageDone && frame.kind != Kind::HopLost)
            return unexpected(frame.kind, Kind::Done);
    }
}

Result<void> Session::removeBundles(const RunContext& run) {
    RETURN_IF_ERROR(send(Kind::Remove, {}, run));
    return expect(Kind::Removed, run, m_options.silence);
}

} // namespace edgewright::remote
