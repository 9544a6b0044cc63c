// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/link.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace edgewright::protocol {

namespace {

constexpr std::string_view Magic = "EWF1";
constexpr std::size_t HeaderBytes = 12;
constexpr std::size_t ReadBytes = std::size_t(64) << 10; // at once
constexpr std::size_t PieceBytes = std::size_t(1) << 20; // that memory is taken for before they are there
constexpr std::chrono::milliseconds Tick{20};            // after which a stop is noticed at the latest

std::string secondsText(Patience patience) {
    const auto seconds = static_cast<double>(patience.count()) / 1000;
    std::string text = std::to_string(seconds);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

void makeNonBlocking(int descriptor) {
    const int flags = ::fcntl(descriptor, F_GETFL);
    if (flags >= 0) ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

// At once: the other side wakes once for a frame, not for its header first. As write().
ssize_t sendBoth(int descriptor, std::span<const std::span<const std::byte>, 2> parts) {
    std::array<iovec, 2> vectors{};
    for (std::size_t i = 0; i < parts.size(); ++i)
        vectors[i] = {const_cast<std::byte*>(parts[i].data()), parts[i].size()};
    msghdr message{};
    message.msg_iov = vectors.data();
    message.msg_iovlen = vectors.size();
    const ssize_t sent = ::sendmsg(descriptor, &message, MSG_NOSIGNAL);
    if (sent >= 0 || errno != ENOTSOCK) return sent;
    return ::writev(descriptor, vectors.data(), static_cast<int>(vectors.size()));
}

} // namespace

Link::Link(int in, int out, std::string peer) : m_in(in), m_out(out), m_peer(std::move(peer)) {
    makeNonBlocking(in);
    makeNonBlocking(out);
}

Error Link::gone(const std::string& what) const {
    if (m_begun || m_text.empty()) return badInput(what);
    return badInput(say("{1}; it said: {2}", what, inQuotes(m_text)));
}

Result<void> Link::await(int descriptor, short event, const RunContext& run, Patience patience) const {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (true) {
        if (run.stopped()) return cancelled();
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            return Error{ErrorCode::TimedOut,
                         (event == POLLOUT ? say("{1} takes nothing for {2} s", m_peer, secondsText(patience))
                                           : say("{1} says nothing for {2} s", m_peer, secondsText(patience)))};
        pollfd poll{descriptor, event, 0};
        const int ready = ::poll(&poll, 1, static_cast<int>(std::min(left, Tick).count()) + 1);
        if (ready > 0) return {}; // what it is, the call that follows says
        if (ready < 0 && errno != EINTR) return badInput(say("{1}: {2}", m_peer, systemText(errno)));
    }
}

Result<void> Link::send(Kind kind, std::span<const std::byte> content, const RunContext& run,
                        Patience patience) {
    if (content.size() > MaxBytes)
        return internalError("a frame of " + std::to_string(content.size()) + " bytes");
    std::array<std::byte, HeaderBytes> header{};
    std::memcpy(header.data(), Magic.data(), Magic.size());
    header[4] = static_cast<std::byte>(kind);
    const auto size = static_cast<std::uint32_t>(content.size());
    std::memcpy(header.data() + 8, &size, sizeof size);
    std::array<std::span<const std::byte>, 2> parts{std::span<const std::byte>(header), content};
    while (!parts[0].empty() || !parts[1].empty()) {
        const ssize_t sent = sendBoth(m_out, parts);
        if (sent > 0) {
            auto left = static_cast<std::size_t>(sent);
            for (std::span<const std::byte>& part : parts) {
                const std::size_t here = std::min(left, part.size());
                part = part.subspan(here);
                left -= here;
            }
        } else if (errno == EAGAIN) {
            RETURN_IF_ERROR(await(m_out, POLLOUT, run, patience));
        } else if (errno != EINTR) {
            return badInput(say("{1} is gone: {2}", m_peer, systemText(errno)));
        }
    }
    return {};
}

// To where it stays: nothing that has arrived is copied.
Result<std::size_t> Link::readInto(std::span<std::byte> place, const RunContext& run, Patience patience) {
    while (true) {
        const ssize_t got = ::read(m_in, place.data(), place.size());
        if (got > 0) return static_cast<std::size_t>(got);
        if (got == 0) return ended();
        if (errno == EAGAIN) {
            RETURN_IF_ERROR(await(m_in, POLLIN, run, patience));
        } else if (errno != EINTR) {
            return gone(say("{1} is gone: {2}", m_peer, systemText(errno)));
        }
    }
}

Error Link::ended() {
    const bool isWithin = m_begun && !m_header.empty();
    for (const std::byte each : m_header)
        if (!m_begun) m_text += static_cast<char>(each);
    m_ended = m_header.empty() && m_text.empty();
    return gone(isWithin ? say("{1} ended within a frame", m_peer) : say("{1} ended", m_peer));
}

// Before the first frame a byte at a time: it may be text.
Result<void> Link::fillHeader(std::size_t bytes, const RunContext& run, Patience patience) {
    std::array<std::byte, HeaderBytes> piece;
    while (m_header.size() < bytes) {
        const std::size_t want = m_begun ? bytes - m_header.size() : 1;
        ASSIGN_OR_RETURN(const std::size_t got, readInto(std::span(piece).first(want), run, patience));
        m_header.insert(m_header.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    }
    return {};
}

// Memory as it arrives, not as it is announced.
Result<void> Link::fillContent(std::size_t bytes, const RunContext& run, Patience patience) {
    while (m_content.size() < bytes) {
        const std::size_t had = m_content.size(), more = std::min(bytes - had, ReadBytes);
        if (had + more > m_content.capacity())
            m_content.reserve(std::min(bytes, std::max(PieceBytes, 2 * m_content.capacity())));
        m_content.resize(had + more);
        const auto got = readInto(std::span(m_content).subspan(had), run, patience);
        m_content.resize(had + (got ? *got : 0));
        if (!got) return got.error();
    }
    return {};
}

bool Link::isHeard() const {
    pollfd poll{m_in, POLLIN, 0};
    return !m_header.empty() || ::poll(&poll, 1, 0) > 0;
}

Result<Frame> Link::receive(const RunContext& run, Patience patience) {
    const auto isMagic = [&] {
        return std::equal(Magic.begin(), Magic.end(), m_header.begin(),
                          [](char a, std::byte b) { return static_cast<std::byte>(a) == b; });
    };
    RETURN_IF_ERROR(fillHeader(Magic.size(), run, patience));
    while (!isMagic()) {
        if (m_begun) return gone(say("{1} sends something that is no frame", m_peer));
        m_text += static_cast<char>(m_header.front());
        m_header.erase(m_header.begin());
        if (m_text.size() > MaxText) {
            m_text.resize(200);
            return gone(say("{1} is no agent", m_peer));
        }
        RETURN_IF_ERROR(fillHeader(Magic.size(), run, patience));
    }
    m_begun = true;
    RETURN_IF_ERROR(fillHeader(HeaderBytes, run, patience));
    std::uint32_t size = 0;
    std::memcpy(&size, m_header.data() + 8, sizeof size);
    const auto kind = std::to_integer<std::uint8_t>(m_header[4]);
    if (kind > static_cast<std::uint8_t>(LastKind) || size > MaxBytes)
        return gone(say("{1} sends a frame of kind {2} and {3} bytes, which is none", m_peer, kind, size));
    RETURN_IF_ERROR(fillContent(size, run, patience));
    m_header.clear();
    return Frame{static_cast<Kind>(kind), std::exchange(m_content, {})};
}

} // namespace edgewright::protocol
