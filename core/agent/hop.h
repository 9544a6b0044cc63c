// SPDX-License-Identifier: GPL-3.0-or-later
// A direct hop between two agents: a TCP connection that carries the frames of stages, once both have proved
// that they have the key of the workbench. Addresses are numeric: no name is looked up.
#pragma once

#include "core/base/descriptor.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/protocol/messages.h"

#include <memory>
#include <stop_token>
#include <thread>

namespace edgewright::agent {

struct HopLimits {
    protocol::Patience wait = std::chrono::seconds(15); // for the one that has the key
    protocol::Patience proof = std::chrono::seconds(2); // of who connects
    protocol::Patience connect = std::chrono::seconds(3);
};

// Takes one connection, of who proves itself, and listens no more. Others are dropped.
class HopListener {
public:
    // BadInput where it cannot listen.
    static Result<std::unique_ptr<HopListener>> at(const protocol::HopOrder& order,
                                                   const HopLimits& limits = {});
    ~HopListener() = default;

    const protocol::HopPlace& place() const { return m_place; }
    // Waits until the limit: TimedOut, with why the last one was dropped.
    Result<Descriptor> taken();

private:
    HopListener() = default;
    void listen(const std::stop_token& end, const bundle::Digest& key, const HopLimits& limits);

    protocol::HopPlace m_place;
    Descriptor m_listening, m_taken;
    Error m_error;         // of who was dropped last
    std::jthread m_thread; // last: it ends before the rest goes
};

// BadInput or TimedOut where nobody can be reached there, and for one that does not have the key.
Result<Descriptor> joinedHop(const protocol::HopOrder& order, const RunContext& run = {},
                             const HopLimits& limits = {});

} // namespace edgewright::agent
