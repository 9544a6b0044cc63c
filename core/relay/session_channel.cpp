// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/session_channel.h"

#include "core/base/propagate.h"

namespace edgewright::relay {

namespace {

class SessionChannel : public Channel {
public:
    SessionChannel(std::shared_ptr<remote::Session> session, StageSettings settings)
        : m_session(std::move(session)), m_settings(std::move(settings)) {}

    Result<void> begin(const StageProgram& program, const StageWay& way, const RunContext& run) override {
        RETURN_IF_ERROR(m_session->provide(program.file, program.written, run));
        protocol::StageOrder order{.digest = program.written.digest, .variant = {.name = "stage"}};
        order.variant.choice = m_settings.choice;
        order.processors = m_settings.processors;
        order.credits = way.credits;
        order.format = m_settings.format;
        order.isFed = way.isFed;
        order.passesOn = way.passesOn;
        order.carried = static_cast<std::uint32_t>(way.carried.size());
        order.sent = placesSent(program, way);
        return m_session->beginStage(order, run);
    }
    Result<void> send(const protocol::StageFrame& frame, const RunContext& run) override {
        return m_session->sendFrame(frame, m_settings.format, run);
    }
    Result<protocol::StageFrame> receive(const RunContext& run) override {
        return m_session->receiveFrame(run);
    }
    Result<void> end(const RunContext& run) override { return m_session->endStage(run); }

    Result<protocol::HopPlace> listenForHop(const bundle::Digest& key, const RunContext& run) override {
        return m_session->listenForHop({{m_settings.hopAddress, 0}, key}, run);
    }
    Result<void> joinHop(const protocol::HopOrder& order, const RunContext& run) override {
        return m_session->joinHop(order, run);
    }
    std::optional<protocol::HopLost> hopLost() const override { return m_session->hopLost(); }

private:
    std::shared_ptr<remote::Session> m_session;
    StageSettings m_settings;
};

} // namespace

std::unique_ptr<Channel> channelTo(std::shared_ptr<remote::Session> session, StageSettings settings) {
    return std::make_unique<SessionChannel>(std::move(session), std::move(settings));
}

} // namespace edgewright::relay
