// SPDX-License-Identifier: GPL-3.0-or-later
// As much of HTTP/1.1 as handing out one text needs: GET of one path, one answer, and the end of the
// connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace edgewright::metrics {

inline constexpr std::size_t MaxRequestBytes = 8 << 10; // up to the empty line; a body is never read

enum class HttpStatus : std::uint16_t {
    Ok = 200,
    BadRequest = 400,
    Forbidden = 403, // by a name that is not this machine's: a page of a browser that asks around
    NotFound = 404,
    MethodNotAllowed = 405,
    RequestTimeout = 408,
    FieldsTooLarge = 431,
    InternalError = 500,
};

// The answer to what has arrived until now; nothing: the request is not whole yet. Ok for GET of `path`, with
// or without a query, from a client that calls this machine 127.0.0.1 or localhost.
std::optional<HttpStatus> statusOf(std::string_view received, std::string_view path);

// With "Connection: close". `type`: of the body.
std::string httpResponse(HttpStatus status, std::string_view type, std::string_view body);
// Its reason as body.
std::string httpResponse(HttpStatus status);

} // namespace edgewright::metrics
