// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mpi/messages.h"

namespace edgewright::mpi {

int Messages::rank() const {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int Messages::ranks() const {
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return ranks;
}

void Messages::send(int rank, Kind kind, std::span<const std::byte> bytes) {
    Sent& sent = m_sent.emplace_back(Sent{{bytes.begin(), bytes.end()}, MPI_REQUEST_NULL});
    MPI_Isend(sent.bytes.data(), static_cast<int>(sent.bytes.size()), MPI_BYTE, rank, static_cast<int>(kind),
              MPI_COMM_WORLD, &sent.request);
}

std::optional<Message> Messages::next() {
    int isDone = 1;
    while (!m_sent.empty() && isDone != 0) {
        MPI_Test(&m_sent.front().request, &isDone, MPI_STATUS_IGNORE);
        if (isDone != 0) m_sent.pop_front();
    }
    int isThere = 0, size = 0;
    MPI_Status status{};
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &isThere, &status);
    if (isThere == 0) return {};
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message message{status.MPI_SOURCE, static_cast<Kind>(status.MPI_TAG),
                    std::vector<std::byte>(static_cast<std::size_t>(size))};
    MPI_Recv(message.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return message;
}

} // namespace edgewright::mpi
