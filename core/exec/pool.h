// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is used again: what one tensor gives back serves the next, in this run and in later ones. Tensors
// share chunks, so that what waits is little beside what was used at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace edgewright::exec {

class Pool : public std::enable_shared_from_this<Pool> {
public:
    static constexpr std::size_t Alignment = 64;

    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool();

    using Count = std::shared_ptr<std::atomic<std::int64_t>>;

    // At least `bytes` (> 0), not initialised; goes back when the last owner lets go, from any thread. Null
    // when the machine has no memory. `counted` bytes are taken off `count` then, where there is one.
    std::shared_ptr<void> take(std::size_t bytes, Count count = {}, std::int64_t counted = 0);

private:
    struct Range {
        std::byte* begin = nullptr;
        std::size_t size = 0;
        std::byte* end() const { return begin + size; }
    };

    std::byte* takeFree(std::size_t size);  // null: no free range is long enough
    std::byte* takeChunk(std::size_t size); // null: no memory
    void giveBack(Range range);
    bool isChunk(const std::byte* begin) const;
    bool isWhole(const Range& range) const; // a chunk that nobody uses

    // Both sorted by place; there are some tens at most, and mostly fewer.
    std::mutex m_mutex;
    std::vector<Range> m_chunks;
    std::vector<Range> m_free;              // in the chunks; neighbours in one chunk are joined
    std::size_t m_reserved = 0;             // bytes of all chunks
    std::size_t m_used = 0, m_mostUsed = 0; // bytes that tensors have, and had at once
};

} // namespace edgewright::exec
