// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/hop_proof.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

namespace edgewright::protocol {

namespace {

using bundle::Digest;

constexpr std::size_t BlockBytes = 64;          // of SHA-256
constexpr std::chrono::milliseconds Glance{20}; // after which a stop is noticed at the latest

// Bytes to and from the other one, all within one limit.
class Conversation {
public:
    Conversation(int socket, const RunContext& run, Patience limit)
        : m_socket(socket), m_run(run), m_end(std::chrono::steady_clock::now() + limit) {}

    Result<void> send(std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent >= 0)
                bytes = bytes.subspan(static_cast<std::size_t>(sent));
            else
                RETURN_IF_ERROR(await(POLLOUT));
        }
        return {};
    }
    Result<Digest> receive() {
        Digest bytes{};
        for (std::span<std::byte> left(bytes); !left.empty();) {
            const ssize_t got = ::recv(m_socket, left.data(), left.size(), 0);
            if (got == 0) return badInput("the other end of a hop is gone");
            if (got > 0)
                left = left.subspan(static_cast<std::size_t>(got));
            else
                RETURN_IF_ERROR(await(POLLIN));
        }
        return bytes;
    }

private:
    // Behind a call that failed.
    Result<void> await(short event) const {
        if (errno != EAGAIN && errno != EINTR) return badInput("a hop: " + systemText(errno));
        if (m_run.stopped()) return cancelled();
        const auto left = m_end - std::chrono::steady_clock::now();
        if (left.count() <= 0)
            return Error{ErrorCode::TimedOut, "the other end of a hop does not prove itself in time"};
        pollfd poll{m_socket, event, 0};
        ::poll(&poll, 1, static_cast<int>(Glance.count()));
        return {};
    }

    int m_socket;
    const RunContext& m_run;
    std::chrono::steady_clock::time_point m_end;
};

Digest proofOf(std::string_view who, const Digest& key, const Digest& ofListener, const Digest& ofCaller) {
    std::vector<std::byte> message;
    const auto word = std::as_bytes(std::span(who));
    message.insert(message.end(), word.begin(), word.end());
    message.insert(message.end(), ofListener.begin(), ofListener.end());
    message.insert(message.end(), ofCaller.begin(), ofCaller.end());
    return hmacOf(key, message);
}

// In a time that does not tell how many bytes are right.
bool areEqual(const Digest& a, const Digest& b) {
    std::byte difference{};
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= a[i] ^ b[i];
    return difference == std::byte{};
}

Error notProved() { return badInput("the other end of a hop does not have its key"); }

} // namespace

Digest hmacOf(std::span<const std::byte> key, std::span<const std::byte> message) {
    std::array<std::byte, BlockBytes> padded{};
    if (key.size() > BlockBytes)
        std::ranges::copy(bundle::digestOf(key), padded.begin());
    else
        std::ranges::copy(key, padded.begin());
    const auto paddedWith = [&](std::byte pad) {
        std::array<std::byte, BlockBytes> block = padded;
        for (std::byte& each : block)
            each ^= pad;
        return block;
    };
    bundle::Hash inner, outer;
    inner.add(paddedWith(std::byte{0x36}));
    inner.add(message);
    outer.add(paddedWith(std::byte{0x5c}));
    outer.add(inner.digest());
    return outer.digest();
}

Result<Digest> randomKey() {
    Digest bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return internalError("the system has no random numbers: " + systemText(errno));
    return bytes;
}

Result<void> proveToCaller(int socket, const Digest& key, const RunContext& run, Patience limit) {
    Conversation with(socket, run, limit);
    ASSIGN_OR_RETURN(const Digest own, randomKey());
    RETURN_IF_ERROR(with.send(own));
    ASSIGN_OR_RETURN(const Digest other, with.receive());
    ASSIGN_OR_RETURN(const Digest proof, with.receive());
    if (!areEqual(proof, proofOf("caller", key, own, other))) return notProved();
    return with.send(proofOf("listener", key, own, other));
}

Result<void> proveToListener(int socket, const Digest& key, const RunContext& run, Patience limit) {
    Conversation with(socket, run, limit);
    ASSIGN_OR_RETURN(const Digest own, randomKey());
    ASSIGN_OR_RETURN(const Digest other, with.receive());
    RETURN_IF_ERROR(with.send(own));
    RETURN_IF_ERROR(with.send(proofOf("caller", key, other, own)));
    ASSIGN_OR_RETURN(const Digest proof, with.receive());
    return areEqual(proof, proofOf("listener", key, other, own)) ? Result<void>() : notProved();
}

} // namespace edgewright::protocol
