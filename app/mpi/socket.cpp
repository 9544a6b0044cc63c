// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mpi/socket.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace edgewright::mpi {

namespace {

Result<sockaddr_un> addressOf(const std::filesystem::path& socket) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket.native().size() >= sizeof address.sun_path)
        return badInput(inQuotes(socket.string()) + ": expected a shorter path of a socket");
    std::memcpy(address.sun_path, socket.c_str(), socket.native().size());
    return address;
}

const sockaddr* plain(const sockaddr_un& address) { return reinterpret_cast<const sockaddr*>(&address); }

Descriptor newSocket() { return Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

} // namespace

Result<Descriptor> connectedTo(const std::filesystem::path& socket) {
    ASSIGN_OR_RETURN(const sockaddr_un address, addressOf(socket));
    Descriptor made = newSocket();
    if (::connect(made.get(), plain(address), sizeof address) == 0) return made;
    const int reason = errno;
    made = Descriptor();
    errno = reason; // closing may change it
    return made;
}

Result<Descriptor> listeningAt(const std::filesystem::path& socket) {
    ASSIGN_OR_RETURN(const Descriptor other, connectedTo(socket));
    if (other) return badInput(inQuotes(socket.string()) + ": another program listens there");
    // Whoever finds it there is listened to: it gets its name once it listens, in the place of one that was
    // ended.
    const std::filesystem::path own = socket.string() + "~";
    ASSIGN_OR_RETURN(const sockaddr_un address, addressOf(own));
    ::unlink(own.c_str());
    Descriptor visitors = newSocket();
    if (::bind(visitors.get(), plain(address), sizeof address) != 0 || ::listen(visitors.get(), 8) != 0 ||
        ::rename(own.c_str(), socket.c_str()) != 0)
        return badInput(inQuotes(socket.string()) + ": " + systemText(errno));
    return visitors;
}

bool writeAll(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t wrote = ::write(descriptor, bytes.data(), bytes.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(wrote));
    }
    return true;
}

} // namespace edgewright::mpi
