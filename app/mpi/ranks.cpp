// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mpi/ranks.h"

#include "app/mpi/messages.h"
#include "app/mpi/socket.h"
#include "core/base/propagate.h"
#include "core/remote/installed.h"
#include "core/remote/processes/child.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <map>
#include <thread>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace edgewright::mpi {

namespace {

// OpenMPI waits with a whole processor, which the agents need.
constexpr std::chrono::microseconds Pause{50};

bool isReadable(int descriptor) {
    pollfd poll{descriptor, POLLIN, 0};
    return ::poll(&poll, 1, 0) > 0;
}

// Sends what has arrived there. False: it ended.
bool forward(int descriptor, int rank, Messages& messages) {
    static std::array<std::byte, Messages::MaxBytes> bytes;
    const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) return true;
    if (got <= 0) return false;
    messages.send(rank, Kind::Data, std::span(bytes).first(static_cast<std::size_t>(got)));
    return true;
}

// Visitors of rank 0, by the rank that they want.
class Visitors {
public:
    explicit Visitors(Descriptor listening) : m_listening(std::move(listening)) {}

    // True if there was something to do.
    bool step() {
        bool isBusy = false;
        while (auto message = m_messages.next()) {
            isBusy = true;
            const auto there = m_there.find(message->rank);
            if (there == m_there.end()) continue; // it has left
            if (message->kind == Kind::Close || !writeAll(there->second.get(), message->bytes))
                leave(message->rank, message->kind != Kind::Close);
        }
        if (isReadable(m_listening.get())) {
            isBusy = true;
            welcome(Descriptor(::accept4(m_listening.get(), nullptr, nullptr, SOCK_CLOEXEC)));
        }
        for (auto each = m_there.begin(); each != m_there.end();) {
            const auto& [rank, visitor] = *each++;
            if (!m_messages.hasRoom() || !isReadable(visitor.get())) continue;
            isBusy = true;
            if (!forward(visitor.get(), rank, m_messages)) leave(rank, true);
        }
        return isBusy;
    }

private:
    // It says at once which rank it wants; one visitor a rank.
    void welcome(Descriptor visitor) {
        std::uint32_t rank = 0;
        pollfd poll{visitor.get(), POLLIN, 0};
        constexpr int Patience = 1000; // ms
        if (!visitor || ::poll(&poll, 1, Patience) <= 0) return;
        if (::recv(visitor.get(), &rank, sizeof rank, MSG_WAITALL) != sizeof rank) return;
        if (rank < 1 || rank >= static_cast<std::uint32_t>(m_messages.ranks())) return;
        const int wanted = static_cast<int>(rank);
        if (m_there.contains(wanted)) return;
        m_messages.send(wanted, Kind::Open);
        m_there.emplace(wanted, std::move(visitor));
    }
    void leave(int rank, bool tells) {
        if (tells) m_messages.send(rank, Kind::Close);
        m_there.erase(rank);
    }

    Messages m_messages;
    Descriptor m_listening;
    std::map<int, Descriptor> m_there;
};

} // namespace

Result<void> relayVisitors(const std::filesystem::path& socket) {
    ASSIGN_OR_RETURN(Descriptor listening, listeningAt(socket));
    Visitors visitors(std::move(listening));
    while (true)
        if (!visitors.step()) std::this_thread::sleep_for(Pause);
}

Result<void> runAgents() {
    ASSIGN_OR_RETURN(const auto agent, remote::agentHere());
    ASSIGN_OR_RETURN(const auto folder, remote::agentFolderHere());
    Messages messages;
    std::optional<remote::Child> running;
    while (true) {
        bool isBusy = false;
        while (const auto message = messages.next()) {
            isBusy = true;
            if (message->kind != Kind::Data) running.reset(); // the visitor has left, or another one comes
            if (message->kind == Kind::Open) {
                auto child = remote::Child::start({agent.string(), folder.string()});
                if (!child) return std::move(child).error();
                running.emplace(*std::move(child));
            }
            if (message->kind == Kind::Data && running && !writeAll(running->input(), message->bytes))
                running->closeInput();
        }
        if (running && messages.hasRoom() && isReadable(running->output())) {
            isBusy = true;
            if (!forward(running->output(), 0, messages)) {
                messages.send(0, Kind::Close);
                running.reset();
            }
        }
        if (!isBusy) std::this_thread::sleep_for(Pause);
    }
}

} // namespace edgewright::mpi
