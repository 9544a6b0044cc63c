// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for intermediates of one run: blocks of their own, counted while they live, or slots of one arena.
#pragma once

#include "core/base/result.h"
#include "core/exec/pool.h"
#include "core/ir/arena_plan.h"
#include "core/ir/tensor.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace edgewright::exec {

// A tensor together with a handle that tells how many tensors share its block.
struct Block {
    ir::Tensor tensor;
    std::weak_ptr<const void> handle; // empty for tensors that are not ours (feeds, weights, arena slots)
};

class Storage {
public:
    Storage(Pool& pool, std::int64_t limitBytes) : m_pool(pool), m_limit(limitBytes) {}

    // Makes the arena that `plan` asks for; `plan` must outlive this.
    Result<void> useArena(const ir::ArenaPlan& plan);
    // The slot of `id`, when the plan has one of exactly this many bytes that lies inside the arena, aligned.
    std::optional<ir::Tensor> slot(ValueId id, ir::DataType type, const ir::Dims& dims) const;
    // The same for a value that is put there: counts towards arenaReach().
    std::optional<ir::Tensor> takeSlot(ValueId id, ir::DataType type, const ir::Dims& dims);
    // Whether the tensor's bytes lie in the arena, where another value may overwrite them later.
    bool inArena(const ir::Tensor& tensor) const;
    // Where the plan puts `id`, if it does and that lies inside.
    std::optional<std::span<const std::byte>> place(ValueId id) const;
    std::span<std::byte> arena() { return m_arena.tensor.mutableBytes(); }

    // 64-byte aligned, not initialised. Fails above the limit.
    Result<Block> allocate(ir::DataType type, const ir::Dims& dims);
    // The same for memory that only one node uses, while it runs; counted by itself.
    Result<ir::Tensor> allocateScratch(std::int64_t bytes);
    void endNode() { m_nodeScratch = 0; }

    std::int64_t peakBytes() const { return m_peak; }
    std::int64_t arenaReach() const { return m_reach; } // end of the highest slot taken
    std::int64_t allocations() const { return m_allocations; }
    std::int64_t scratchBytes() const { return m_scratchPeak; }

private:
    Result<ir::Tensor> take(ir::DataType type, const ir::Dims& dims, std::int64_t bytes, bool counted);

    Pool& m_pool;
    // Bytes alive now; blocks may outlive the run, so they share it.
    std::shared_ptr<std::atomic<std::int64_t>> m_live = std::make_shared<std::atomic<std::int64_t>>(0);
    std::int64_t m_limit;
    std::int64_t m_peak = 0;
    std::int64_t m_allocations = 0;
    std::int64_t m_nodeScratch = 0, m_scratchPeak = 0;
    std::int64_t m_reach = 0;
    const ir::ArenaPlan* m_plan = nullptr;
    Block m_arena;
};

} // namespace edgewright::exec
