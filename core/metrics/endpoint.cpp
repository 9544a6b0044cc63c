// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/endpoint.h"

#include "core/base/file_text.h"
#include "core/base/say.h"
#include "core/metrics/connection.h"
#include "core/metrics/exposition.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

namespace edgewright::metrics {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int Backlog = 16;
constexpr std::chrono::milliseconds Rest{100}; // where no more descriptors can be had

int millisecondsUntil(Clock::time_point end) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

// False where the system has no descriptor for another client.
bool accept(int listening, const EndpointLimits& limits, std::vector<Connection>& into) {
    while (true) {
        Descriptor socket(::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket && (errno == EINTR || errno == ECONNABORTED)) continue;
        if (!socket) return errno == EAGAIN || errno == EWOULDBLOCK;
        if (into.size() >= limits.connections) into.erase(into.begin());
        into.emplace_back(std::move(socket), Clock::now() + limits.patience);
    }
}

std::vector<pollfd> awaitedOf(int wake, int listening, const std::vector<Connection>& connections) {
    std::vector<pollfd> awaited{{wake, POLLIN, 0}, {listening, POLLIN, 0}}; // poll() ignores negative ones
    for (const Connection& each : connections)
        awaited.push_back({each.socket(), each.awaited(), 0});
    return awaited;
}

} // namespace

Result<std::unique_ptr<MetricsEndpoint>> MetricsEndpoint::start(std::uint16_t port, Text text,
                                                                const EndpointLimits& limits) {
    std::unique_ptr<MetricsEndpoint> endpoint(new MetricsEndpoint(std::move(text), limits));
    endpoint->m_limits.connections = std::max<std::size_t>(limits.connections, 1);
    endpoint->m_wake = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    endpoint->m_listening = Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int listening = endpoint->m_listening.get(), again = 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    auto* raw = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    if (!endpoint->m_wake || !endpoint->m_listening ||
        ::setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again) != 0 ||
        ::bind(listening, raw, size) != 0 || ::listen(listening, Backlog) != 0 ||
        ::getsockname(listening, raw, &size) != 0)
        return badInput(
            say("metrics cannot be offered at port {1} of 127.0.0.1: {2}", port, systemText(errno)));
    endpoint->m_port = ntohs(address.sin_port);
    endpoint->m_thread = std::jthread([it = endpoint.get()](const std::stop_token& stop) { it->serve(stop); });
    return endpoint;
}

MetricsEndpoint::~MetricsEndpoint() {
    m_thread.request_stop();
    if (m_thread.joinable()) m_thread.join();
}

std::string MetricsEndpoint::url() const {
    return "http://127.0.0.1:" + std::to_string(m_port) + std::string(Path);
}

void MetricsEndpoint::serve(const std::stop_token& stop) const {
    const std::stop_callback woken(stop, [this] { ::eventfd_write(m_wake.get(), 1); });
    const auto answer = [this](HttpStatus status) {
        if (status != HttpStatus::Ok) return httpResponse(status);
        const auto text = m_text();
        return text ? httpResponse(status, ExpositionType, *text) : httpResponse(HttpStatus::InternalError);
    };
    std::vector<Connection> connections;
    auto acceptAgain = Clock::now();
    while (!stop.stop_requested()) {
        const bool isResting = Clock::now() < acceptAgain;
        auto end = isResting ? acceptAgain : Clock::time_point::max();
        for (const Connection& each : connections)
            end = std::min(end, each.until());
        auto awaited = awaitedOf(m_wake.get(), isResting ? -1 : m_listening.get(), connections);
        const int timeout = end == Clock::time_point::max() ? -1 : millisecondsUntil(end);
        if (::poll(awaited.data(), awaited.size(), timeout) < 0 || stop.stop_requested()) continue;
        const auto now = Clock::now();
        std::vector<Connection> left;
        for (std::size_t i = 0; i < connections.size(); ++i) {
            Connection& each = connections[i];
            const bool goesOn =
                (awaited[i + 2].revents == 0 || each.goOn(Path, now, m_limits.patience, answer)) &&
                (now < each.until() || each.timedOut(now, m_limits.patience));
            if (goesOn) left.push_back(std::move(each));
        }
        connections = std::move(left);
        if (awaited[1].revents != 0 && !accept(m_listening.get(), m_limits, connections))
            acceptAgain = Clock::now() + Rest;
    }
}

} // namespace edgewright::metrics
