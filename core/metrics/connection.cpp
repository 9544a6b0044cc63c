// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/connection.h"

#include <array>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>

namespace edgewright::metrics {

namespace {

constexpr std::size_t MaxRestBytes = 64 << 10;

bool isForLater(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

} // namespace

short Connection::awaited() const { return m_phase == Phase::Response ? POLLOUT : POLLIN; }

bool Connection::goOn(std::string_view path, Time now, std::chrono::milliseconds patience,
                      const Answer& answer) {
    if (m_phase == Phase::Request && !receive(path, now, patience, answer)) return false;
    if (m_phase == Phase::Response && !send()) return false;
    return m_phase != Phase::Rest || drain();
}

bool Connection::timedOut(Time now, std::chrono::milliseconds patience) {
    if (m_phase != Phase::Request) return false;
    respond(httpResponse(HttpStatus::RequestTimeout), now + patience);
    return send();
}

void Connection::respond(std::string response, Time until) {
    m_response = std::move(response);
    m_phase = Phase::Response;
    m_until = until;
}

bool Connection::receive(std::string_view path, Time now, std::chrono::milliseconds patience,
                         const Answer& answer) {
    std::array<char, MaxRequestBytes> bytes;
    while (m_phase == Phase::Request) {
        const ssize_t got = ::recv(m_socket.get(), bytes.data(), MaxRequestBytes - m_received.size(), 0);
        if (got <= 0) return got < 0 && isForLater(errno);
        m_received.append(bytes.data(), static_cast<std::size_t>(got));
        if (const auto status = statusOf(m_received, path)) respond(answer(*status), now + patience);
    }
    return true;
}

bool Connection::send() {
    while (m_sent < m_response.size()) {
        const ssize_t sent =
            ::send(m_socket.get(), m_response.data() + m_sent, m_response.size() - m_sent, MSG_NOSIGNAL);
        if (sent <= 0) return sent < 0 && isForLater(errno);
        m_sent += static_cast<std::size_t>(sent);
    }
    m_phase = Phase::Rest;
    return ::shutdown(m_socket.get(), SHUT_WR) == 0;
}

bool Connection::drain() {
    std::array<char, 4096> bytes;
    while (m_drained <= MaxRestBytes) {
        const ssize_t got = ::recv(m_socket.get(), bytes.data(), bytes.size(), 0);
        if (got <= 0) return got < 0 && isForLater(errno);
        m_drained += static_cast<std::size_t>(got);
    }
    return false;
}

} // namespace edgewright::metrics
