// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/hop.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/protocol/hop_proof.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace edgewright::agent {

using namespace protocol;

namespace {

constexpr int HopBacklog = 4;
constexpr std::chrono::milliseconds HopTick{20}; // after which a stop is noticed at the latest

struct HopAddress {
    sockaddr_storage bytes{};
    socklen_t size = 0;
    sockaddr* raw() { return reinterpret_cast<sockaddr*>(&bytes); }
};

Result<HopAddress> addressOf(const HopPlace& place) {
    HopAddress address;
    auto& four = reinterpret_cast<sockaddr_in&>(address.bytes);
    auto& six = reinterpret_cast<sockaddr_in6&>(address.bytes);
    if (::inet_pton(AF_INET, place.address.c_str(), &four.sin_addr) == 1) {
        four.sin_family = AF_INET;
        four.sin_port = htons(place.port);
        address.size = sizeof four;
        return address;
    }
    address = {};
    if (::inet_pton(AF_INET6, place.address.c_str(), &six.sin6_addr) != 1)
        return badInput(inQuotes(place.address) + " is no numeric address");
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(place.port);
    address.size = sizeof six;
    return address;
}

// By which sshd was reached: the third word of SSH_CONNECTION. Without sshd: loopback.
std::string ownAddress() {
    const char* const connection = std::getenv("SSH_CONNECTION");
    std::string_view left = connection ? connection : "";
    for (int i = 0; i < 2; ++i) {
        const std::size_t space = left.find(' ');
        left = space == left.npos ? std::string_view() : left.substr(space + 1);
    }
    left = left.substr(0, left.find(' '));
    return left.empty() ? "127.0.0.1" : std::string(left);
}

std::string textOf(const HopPlace& place) { return place.address + " port " + std::to_string(place.port); }

Descriptor socketFor(const HopAddress& address) {
    return Descriptor(::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}
// Frames wait for no others.
void sendAtOnce(const Descriptor& socket) {
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// True once the event is there, false where the limit or a stop comes first.
bool awaited(int socket, short event, const std::stop_token& end, std::chrono::steady_clock::time_point limit) {
    while (!end.stop_requested() && std::chrono::steady_clock::now() < limit) {
        pollfd poll{socket, event, 0};
        if (::poll(&poll, 1, static_cast<int>(HopTick.count())) > 0) return true;
    }
    return false;
}

} // namespace

Result<std::unique_ptr<HopListener>> HopListener::at(const HopOrder& order, const HopLimits& limits) {
    std::unique_ptr<HopListener> listener(new HopListener);
    HopPlace& place = listener->m_place;
    place.address = order.place.address.empty() ? ownAddress() : order.place.address;
    ASSIGN_OR_RETURN(HopAddress address, addressOf(place));
    listener->m_listening = socketFor(address);
    const int socket = listener->m_listening.get();
    if (socket < 0 || ::bind(socket, address.raw(), address.size) != 0 || ::listen(socket, HopBacklog) != 0 ||
        ::getsockname(socket, address.raw(), &address.size) != 0)
        return badInput("cannot listen at " + place.address + ": " + systemText(errno));
    // Both families have it at the same place.
    place.port = ntohs(reinterpret_cast<const sockaddr_in&>(address.bytes).sin_port);
    listener->m_error = {ErrorCode::TimedOut, "nobody has joined at " + textOf(place)};
    listener->m_thread = std::jthread([it = listener.get(), key = order.key,
                                       limits](const std::stop_token& end) { it->listen(end, key, limits); });
    return listener;
}

void HopListener::listen(const std::stop_token& end, const bundle::Digest& key, const HopLimits& limits) {
    const auto limit = std::chrono::steady_clock::now() + limits.wait;
    while (!m_taken && awaited(m_listening.get(), POLLIN, end, limit)) {
        Descriptor socket(::accept4(m_listening.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket) continue;
        sendAtOnce(socket);
        if (auto proved = proveToCaller(socket.get(), key, {end, nullptr}, limits.proof); !proved)
            m_error = std::move(proved).error();
        else
            m_taken = std::move(socket);
    }
    m_listening = {};
}

Result<Descriptor> HopListener::taken() {
    if (m_thread.joinable()) m_thread.join();
    if (!m_taken) return m_error;
    return std::move(m_taken);
}

Result<Descriptor> joinedHop(const HopOrder& order, const RunContext& run, const HopLimits& limits) {
    ASSIGN_OR_RETURN(HopAddress address, addressOf(order.place));
    const auto limit = std::chrono::steady_clock::now() + limits.connect;
    Descriptor socket = socketFor(address);
    int error = socket && ::connect(socket.get(), address.raw(), address.size) == 0 ? 0 : errno;
    if (error == EINPROGRESS) {
        if (!awaited(socket.get(), POLLOUT, run.stop, limit))
            return run.stopped() ? cancelled()
                                 : Error{ErrorCode::TimedOut, "nobody answers at " + textOf(order.place)};
        socklen_t size = sizeof error;
        ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    }
    if (error != 0) return badInput("cannot reach " + textOf(order.place) + ": " + systemText(error));
    sendAtOnce(socket);
    RETURN_IF_ERROR(proveToListener(socket.get(), order.key, run, limits.connect));
    return socket;
}

} // namespace edgewright::agent
