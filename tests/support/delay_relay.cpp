// SPDX-License-Identifier: GPL-3.0-or-later
// delay_relay ADDRESS PORT MILLISECONDS: standard input and output to there and back, each piece after that
// time. As OpenSSH's ProxyCommand it is a long way: the kernels that tests run on may lack netem.
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

// One direction. Closed once its source has ended and all of it is written.
struct Direction {
    struct Piece {
        Clock::time_point due;
        std::vector<char> bytes;
    };
    int from = -1, to = -1;
    std::deque<Piece> pieces = {};
    bool hasEnded = false;

    bool read(std::chrono::milliseconds delay) {
        std::array<char, 65536> bytes;
        const ssize_t got = ::read(from, bytes.data(), bytes.size());
        if (got <= 0)
            hasEnded = true;
        else
            pieces.push_back({Clock::now() + delay, {bytes.data(), bytes.data() + got}});
        return got > 0;
    }
    bool writeDue() {
        for (; !pieces.empty() && pieces.front().due <= Clock::now(); pieces.pop_front())
            for (std::size_t at = 0; at < pieces.front().bytes.size();) {
                const std::vector<char>& bytes = pieces.front().bytes;
                const ssize_t sent = ::write(to, bytes.data() + at, bytes.size() - at);
                if (sent <= 0) return false;
                at += static_cast<std::size_t>(sent);
            }
        return true;
    }
};

} // namespace

int main(int count, char** arguments) {
    if (count != 4) return 2;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(arguments[2])));
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    if (::inet_pton(AF_INET, arguments[1], &address.sin_addr) != 1 ||
        ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        std::perror("delay_relay");
        return 1;
    }
    const std::chrono::milliseconds delay(std::atoi(arguments[3]));
    std::array<Direction, 2> ways{Direction{STDIN_FILENO, socket}, Direction{socket, STDOUT_FILENO}};
    while (true) {
        std::array<pollfd, 2> polls{};
        std::chrono::milliseconds wait{-1};
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const bool isFull = ways[i].pieces.size() > 256;
            polls[i] = {ways[i].hasEnded || isFull ? -1 : ways[i].from, POLLIN, 0};
            if (ways[i].pieces.empty()) continue;
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(ways[i].pieces.front().due - Clock::now());
            const auto due = std::max(left, std::chrono::milliseconds(0));
            wait = wait.count() < 0 ? due : std::min(wait, due);
        }
        ::poll(polls.data(), polls.size(), static_cast<int>(wait.count()));
        for (std::size_t i = 0; i < ways.size(); ++i) {
            if (polls[i].revents != 0) ways[i].read(delay);
            if (!ways[i].writeDue()) return 0;
            if (ways[i].hasEnded && ways[i].pieces.empty()) {
                if (i == 1) return 0;
                ::shutdown(socket, SHUT_WR);
            }
        }
    }
}
