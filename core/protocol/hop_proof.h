// SPDX-License-Identifier: GPL-3.0-or-later
// Two agents prove to each other that they have the same key, before one believes a byte of the other: HMAC of
// SHA-256 (RFC 2104) over 32 random bytes of each. What follows is neither encrypted nor authenticated.
//
// Who listens sends its bytes; who calls answers with its own and its proof; who listens with its proof. A
// proof is the HMAC of the word "caller" or "listener" and of the bytes of both, the listener's first.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/bundle/hash.h"
#include "core/protocol/link.h"

#include <cstddef>
#include <span>

namespace edgewright::protocol {

bundle::Digest hmacOf(std::span<const std::byte> key, std::span<const std::byte> message);

// 32 bytes that nobody can foresee, of the system. Internal where it has none.
Result<bundle::Digest> randomKey();

// On a connected socket that does not block. BadInput for one that does not have the key, TimedOut where all of
// it takes longer than `limit`, Cancelled.
Result<void> proveToCaller(int socket, const bundle::Digest& key, const RunContext& run, Patience limit);
Result<void> proveToListener(int socket, const bundle::Digest& key, const RunContext& run, Patience limit);

} // namespace edgewright::protocol
