// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/http.h"

#include "core/base/csv.h"

#include <algorithm>
#include <array>
#include <utility>

namespace edgewright::metrics {

namespace {

constexpr std::array<std::pair<HttpStatus, std::string_view>, 8> Reasons{{
    {HttpStatus::Ok, "OK"},
    {HttpStatus::BadRequest, "Bad Request"},
    {HttpStatus::Forbidden, "Forbidden"},
    {HttpStatus::NotFound, "Not Found"},
    {HttpStatus::MethodNotAllowed, "Method Not Allowed"},
    {HttpStatus::RequestTimeout, "Request Timeout"},
    {HttpStatus::FieldsTooLarge, "Request Header Fields Too Large"},
    {HttpStatus::InternalError, "Internal Server Error"},
}};

// Characters of a token (RFC 9110, 5.6.2).
bool isToken(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
    return std::ranges::equal(
        text, lower, {}, [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
}

// Up to the end of the line, which may be "\r\n" or "\n"; `rest` goes on behind it.
std::string_view takeLine(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::optional<std::string_view> wordOf(std::string_view& line) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    const std::string_view word = line.substr(0, blank);
    line.remove_prefix(blank + 1);
    return word;
}

bool isThisMachine(std::string_view host) {
    const std::string_view name = host.substr(0, host.rfind(':'));
    const std::string_view port = host.substr(std::min(name.size() + 1, host.size()));
    return (name == "127.0.0.1" || equalsIgnoringCase(name, "localhost")) &&
           std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; });
}

// `head`: all lines, without the empty one.
HttpStatus statusOfHead(std::string_view head, std::string_view path) {
    std::string_view line = takeLine(head);
    const auto method = wordOf(line), target = wordOf(line);
    const bool isVersion = line == "HTTP/1.1" || line == "HTTP/1.0";
    if (!method || !target || !isToken(*method) || target->empty() || !isVersion) return HttpStatus::BadRequest;
    std::optional<std::string_view> host;
    const bool needsHost = line == "HTTP/1.1";
    while (!head.empty()) {
        const std::string_view field = takeLine(head);
        const std::size_t colon = field.find(':');
        if (colon == std::string_view::npos || !isToken(field.substr(0, colon))) return HttpStatus::BadRequest;
        if (!equalsIgnoringCase(field.substr(0, colon), "host")) continue;
        if (host) return HttpStatus::BadRequest;
        host = trimmed(field.substr(colon + 1));
    }
    if (needsHost && !host) return HttpStatus::BadRequest;
    if (host && !isThisMachine(*host)) return HttpStatus::Forbidden;
    if (target->substr(0, target->find('?')) != path) return HttpStatus::NotFound;
    return *method == "GET" ? HttpStatus::Ok : HttpStatus::MethodNotAllowed;
}

} // namespace

std::optional<HttpStatus> statusOf(std::string_view received, std::string_view path) {
    const std::size_t end = std::min(received.find("\r\n\r\n"), received.find("\n\n"));
    if (end < MaxRequestBytes) return statusOfHead(received.substr(0, end + 1), path);
    return received.size() >= MaxRequestBytes ? std::optional(HttpStatus::FieldsTooLarge) : std::nullopt;
}

std::string httpResponse(HttpStatus status, std::string_view type, std::string_view body) {
    const auto known = std::ranges::find(Reasons, status, &std::pair<HttpStatus, std::string_view>::first);
    const std::string number = std::to_string(static_cast<int>(status));
    std::string text = "HTTP/1.1 " + number + ' ' + std::string(known->second) + "\r\n";
    if (status == HttpStatus::MethodNotAllowed) text += "Allow: GET\r\n";
    text += "Content-Type: " + std::string(type) + "\r\nContent-Length: " + std::to_string(body.size()) +
            "\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n";
    return text.append(body);
}

std::string httpResponse(HttpStatus status) {
    const auto known = std::ranges::find(Reasons, status, &std::pair<HttpStatus, std::string_view>::first);
    return httpResponse(status, "text/plain; charset=utf-8", std::string(known->second) + "\n");
}

} // namespace edgewright::metrics
