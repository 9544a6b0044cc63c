// SPDX-License-Identifier: GPL-3.0-or-later
// Proves of one node that it wrote nothing in the arena but its own outputs.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::exec {

class ArenaGuard {
public:
    using Range = std::span<const std::byte>; // inside the arena

    // Fills what neither lives nor will be written with a pattern, and remembers a checksum of what lives and
    // will not be written. In a build with AddressSanitizer the filled bytes are poisoned until then: a read of
    // them is reported, too.
    ArenaGuard(std::span<std::byte> arena, const std::vector<Range>& live, const std::vector<Range>& written);
    ~ArenaGuard() { unpoison(); }
    ArenaGuard(const ArenaGuard&) = delete;
    ArenaGuard& operator=(const ArenaGuard&) = delete;
    // BadInput that names the first byte that changed.
    Result<void> check() const;

private:
    struct Stretch {
        std::size_t begin, end;
        bool live;
        std::uint64_t checksum; // of a live one
    };
    void unpoison() const;

    std::span<std::byte> m_arena;
    std::vector<Stretch> m_watched;
};

} // namespace edgewright::exec
