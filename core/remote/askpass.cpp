// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/askpass.h"

#include "core/base/descriptor.h"
#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/remote/installed.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace edgewright::remote {

namespace {

constexpr const char* SocketVariable = "EDGEWRIGHT_ASKPASS_SOCKET";
constexpr std::size_t MaxAnswerBytes = 64 << 10; // of a prompt or an answer
constexpr int TickMilliseconds = 50;
constexpr char Given = 'y';

// "ED25519 key fingerprint is SHA256:abc." -> "SHA256:abc"
std::string wordBehind(const std::string& text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + mark.size();
    std::string word = text.substr(begin, text.find_first_of(" \r\n", begin) - begin);
    while (word.ends_with('.'))
        word.pop_back();
    return word;
}

std::string wordBefore(const std::string& text, std::string_view mark) {
    const std::size_t end = text.find(mark);
    if (end == std::string::npos || end == 0) return {};
    const std::size_t blank = text.find_last_of(" \r\n", end - 1);
    const std::size_t begin = blank == std::string::npos ? 0 : blank + 1;
    return text.substr(begin, end - begin);
}

std::optional<sockaddr_un> addressOf(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) return std::nullopt;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

bool sendAll(int socket, std::string_view text) {
    while (!text.empty()) {
        const ssize_t sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

// Up to the end that the other side makes; empty when stopped, or when it is too long.
std::optional<std::string> receiveAll(int socket, const std::stop_token& stop) {
    std::string text;
    std::array<char, 4096> bytes;
    while (text.size() <= MaxAnswerBytes && !stop.stop_requested()) {
        pollfd poll{socket, POLLIN, 0};
        if (::poll(&poll, 1, TickMilliseconds) <= 0) continue;
        const ssize_t got = ::recv(socket, bytes.data(), bytes.size(), 0);
        if (got == 0) return text;
        if (got < 0 && errno != EINTR) return std::nullopt;
        if (got > 0) text.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return std::nullopt;
}

// ssh may end while the user thinks, and edgewright-askpass with it.
void stopWhenGone(int client, std::stop_source& over, const std::stop_token& answered) {
    while (!answered.stop_requested() && !over.stop_requested()) {
        pollfd poll{client, 0, 0};
        if (::poll(&poll, 1, TickMilliseconds) > 0 && (poll.revents & (POLLHUP | POLLERR)) != 0)
            over.request_stop();
    }
}

} // namespace

Question questionOf(const std::string& prompt) {
    Question question;
    question.text = prompt;
    constexpr std::string_view Fingerprint = " key fingerprint is ";
    if (prompt.find(Fingerprint) == std::string::npos) return question;
    question.kind = Question::Kind::HostKey;
    question.keyType = wordBefore(prompt, Fingerprint);
    question.fingerprint = wordBehind(prompt, Fingerprint);
    return question;
}

Result<std::unique_ptr<Askpass>> Askpass::start(Answer answer) {
    std::unique_ptr<Askpass> askpass(new Askpass);
    askpass->m_answer = std::move(answer);
    ASSIGN_OR_RETURN(askpass->m_program,
                     installedProgram("EDGEWRIGHT_ASKPASS", "edgewright-askpass", "../libexec/edgewright"));
    ASSIGN_OR_RETURN(auto folder, socketFolder());
    askpass->m_folder.emplace(std::move(folder));
    const std::string path = (askpass->m_folder->path() / "ask").string();
    const auto address = addressOf(path);
    askpass->m_socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (!address || askpass->m_socket < 0 ||
        ::bind(askpass->m_socket, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 ||
        ::listen(askpass->m_socket, 8) != 0)
        return badInput(say("{1}: no socket can be made there: {2}", path, systemText(errno)));
    askpass->m_thread = std::jthread([it = askpass.get()](const std::stop_token& stop) { it->serve(stop); });
    return askpass;
}

Askpass::~Askpass() {
    m_thread.request_stop();
    if (m_thread.joinable()) m_thread.join();
    if (m_socket >= 0) ::close(m_socket);
}

void Askpass::use(SshOptions& options) const {
    options.askpass = m_program;
    options.environment.push_back(std::string(SocketVariable) + "=" + (m_folder->path() / "ask").string());
}

void Askpass::serve(const std::stop_token& stop) const {
    while (!stop.stop_requested()) {
        pollfd poll{m_socket, POLLIN, 0};
        if (::poll(&poll, 1, TickMilliseconds) <= 0) continue;
        const Descriptor client(::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC));
        if (client.get() < 0) continue;
        const auto prompt = receiveAll(client.get(), stop);
        if (!prompt) continue;
        std::stop_source over;
        const std::stop_callback ended(stop, [&] { over.request_stop(); });
        const std::jthread watching(
            [&](const std::stop_token& answered) { stopWhenGone(client.get(), over, answered); });
        if (const auto answer = m_answer(questionOf(*prompt), {over.get_token(), nullptr}))
            sendAll(client.get(), Given + *answer); // who is gone does not get it
    }
}

std::optional<std::string> askAt(const std::string& path, const std::string& prompt) {
    const auto address = addressOf(path);
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!address || socket.get() < 0 ||
        ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 ||
        !sendAll(socket.get(), prompt) || ::shutdown(socket.get(), SHUT_WR) != 0)
        return std::nullopt;
    const auto answer = receiveAll(socket.get(), {});
    if (!answer || !answer->starts_with(Given)) return std::nullopt;
    return answer->substr(1);
}

} // namespace edgewright::remote
