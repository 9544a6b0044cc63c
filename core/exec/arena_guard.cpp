// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/arena_guard.h"

#include "core/base/say.h"

#include <algorithm>
#include <cstring>
#include <string>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EDGEWRIGHT_POISON
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(EDGEWRIGHT_POISON)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#endif

namespace edgewright::exec {

namespace {

constexpr std::byte Pattern{0xa5};

// FNV-1a, eight bytes at a time.
std::uint64_t checksumOf(std::span<const std::byte> bytes) {
    std::uint64_t hash = 14695981039346656037u;
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data() + i, sizeof word);
        hash = (hash ^ word) * 1099511628211u;
    }
    for (; i < bytes.size(); ++i)
        hash = (hash ^ std::to_integer<std::uint64_t>(bytes[i])) * 1099511628211u;
    return hash;
}

} // namespace

ArenaGuard::ArenaGuard(std::span<std::byte> arena, const std::vector<Range>& live,
                       const std::vector<Range>& written)
    : m_arena(arena) {
    // Every place where the use may change, then the use of each stretch between two of them.
    std::vector<std::size_t> bounds{0, arena.size()};
    const auto offsets = [&](const Range& range) {
        const auto begin = static_cast<std::size_t>(range.data() - arena.data());
        return std::pair(begin, std::min(arena.size(), begin + range.size()));
    };
    for (const auto* ranges : {&live, &written})
        for (const Range& range : *ranges) {
            bounds.push_back(offsets(range).first);
            bounds.push_back(offsets(range).second);
        }
    std::ranges::sort(bounds);
    bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
    const auto covered = [&](const std::vector<Range>& ranges, std::size_t at) {
        return std::ranges::any_of(ranges, [&](const Range& range) {
            const auto [begin, end] = offsets(range);
            return begin <= at && at < end;
        });
    };
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
        const std::size_t begin = bounds[i];
        const std::size_t end = bounds[i + 1];
        if (covered(written, begin)) continue;
        const auto bytes = arena.subspan(begin, end - begin);
        const bool lives = covered(live, begin);
        if (!lives) std::ranges::fill(bytes, Pattern);
        m_watched.push_back({begin, end, lives, lives ? checksumOf(bytes) : 0});
        if (!lives) ASAN_POISON_MEMORY_REGION(bytes.data(), bytes.size());
    }
}

void ArenaGuard::unpoison() const { ASAN_UNPOISON_MEMORY_REGION(m_arena.data(), m_arena.size()); }

Result<void> ArenaGuard::check() const {
    unpoison();
    for (const Stretch& stretch : m_watched) {
        const auto bytes = m_arena.subspan(stretch.begin, stretch.end - stretch.begin);
        if (stretch.live) {
            if (checksumOf(bytes) != stretch.checksum)
                return badInput(say("wrote into a live value in bytes [{1}, {2}) of the arena", stretch.begin,
                                    stretch.end));
        } else if (const auto changed = std::ranges::find_if(bytes, [](std::byte b) { return b != Pattern; });
                   changed != bytes.end()) {
            return badInput(say("wrote outside of its outputs, at byte {1} of the arena",
                                stretch.begin + static_cast<std::size_t>(changed - bytes.begin())));
        }
    }
    return {};
}

} // namespace edgewright::exec
