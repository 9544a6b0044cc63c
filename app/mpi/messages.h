// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes between the ranks of one MPI program, without waiting.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include <mpi.h>

namespace edgewright::mpi {

enum class Kind : int { Open, Data, Close }; // a conversation begins, goes on, ends

struct Message {
    int rank = 0; // of who sent it
    Kind kind = Kind::Data;
    std::vector<std::byte> bytes;
};

class Messages {
public:
    static constexpr std::size_t MaxBytes = std::size_t(1) << 18; // of a message
    static constexpr std::size_t MaxWaiting = 16;                 // that are under way, of all ranks

    int rank() const;
    int ranks() const;
    bool hasRoom() const { return m_sent.size() < MaxWaiting; }
    void send(int rank, Kind kind, std::span<const std::byte> bytes = {});
    // One that has arrived; nothing: there is none.
    std::optional<Message> next();

private:
    struct Sent {
        std::vector<std::byte> bytes;
        MPI_Request request;
    };
    std::deque<Sent> m_sent; // in the order in which they were sent
};

} // namespace edgewright::mpi
