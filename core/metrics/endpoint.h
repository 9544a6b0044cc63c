// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics over HTTP for a Prometheus on this machine: GET /metrics at 127.0.0.1, from a thread of its own.
// Nobody who is not on this machine reaches it. There is one only where a caller starts it.
#pragma once

#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace edgewright::metrics {

struct EndpointLimits {
    std::size_t connections = 16;             // at once; for one more the oldest is cut off
    std::chrono::milliseconds patience{5000}; // for a request, and again for its answer to be taken
};

class MetricsEndpoint {
public:
    static constexpr std::string_view Path = "/metrics";

    // The text of a moment, as metricsText() has it; called on the endpoint's thread, one call at a time. An
    // error is answered with status 500, without its message.
    using Text = std::function<Result<std::string>()>;

    // `port` 0: one that is free. BadInput where the port cannot be had.
    static Result<std::unique_ptr<MetricsEndpoint>> start(std::uint16_t port, Text text,
                                                          const EndpointLimits& limits = {});
    // Cuts all connections; waits for nothing but a call of `text`.
    ~MetricsEndpoint();

    std::uint16_t port() const { return m_port; }
    std::string url() const; // "http://127.0.0.1:9464/metrics"

private:
    MetricsEndpoint(Text text, const EndpointLimits& limits) : m_text(std::move(text)), m_limits(limits) {}
    void serve(const std::stop_token& stop) const;

    Text m_text;
    EndpointLimits m_limits;
    std::uint16_t m_port = 0;
    Descriptor m_listening, m_wake;
    std::jthread m_thread; // last: it ends first
};

} // namespace edgewright::metrics
