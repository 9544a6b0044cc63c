// SPDX-License-Identifier: GPL-3.0-or-later
// A client of HTTP on loopback, which may also send what is none.
#pragma once

#include "core/base/descriptor.h"

#include <QByteArray>

#include <array>
#include <string_view>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

namespace edgewright::test {

class HttpClient {
public:
    explicit HttpClient(int port) : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        const timeval patience{120, 0};
        ::setsockopt(m_socket.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        m_isConnected =
            ::connect(m_socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    }

    bool isConnected() const { return m_isConnected; }
    bool send(std::string_view bytes) const {
        return ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(bytes.size());
    }
    // True once there is something to receive.
    bool awaitsAnswer() const {
        pollfd awaited{m_socket.get(), POLLIN, 0};
        return ::poll(&awaited, 1, 120'000) == 1;
    }
    // All until the other side ends; `isCut`, where given: by a reset, or after two minutes of silence.
    QByteArray receive(bool* isCut = nullptr) const {
        QByteArray all;
        std::array<char, 65536> bytes;
        ssize_t got = 0;
        while ((got = ::recv(m_socket.get(), bytes.data(), bytes.size(), 0)) > 0)
            all.append(bytes.data(), got);
        if (isCut) *isCut = got < 0;
        return all;
    }
    QByteArray ask(std::string_view request) const { return send(request) ? receive() : QByteArray(); }

private:
    Descriptor m_socket;
    bool m_isConnected = false;
};

// The whole response to GET of `target`; empty where nobody listens.
inline QByteArray httpGet(int port, const QByteArray& target) {
    const HttpClient client(port);
    if (!client.isConnected()) return {};
    const QByteArray request = "GET " + target + " HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n";
    return client.ask({request.constData(), static_cast<std::size_t>(request.size())});
}
inline QByteArray bodyOf(const QByteArray& response) {
    const qsizetype end = response.indexOf("\r\n\r\n");
    return end < 0 ? QByteArray() : response.mid(end + 4);
}

} // namespace edgewright::test
