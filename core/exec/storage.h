// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for intermediates of one run: blocks of their own, counted while they live, or slots of one arena.
#pragma once

#include "core/base/result.h"
#include "core/exec/executor.h"
#include "core/exec/pool.h"
#include "core/ir/arena_plan.h"
#include "core/ir/tensor.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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
    std::optional<std::span<const std::byte>> scratchPlace(NodeId node) const;
    std::span<std::byte> arena() { return m_arena.tensor.mutableBytes(); }

    // 64-byte aligned, not initialised. Fails above the limit.
    Result<Block> allocate(ir::DataType type, const ir::Dims& dims);
    // The same for memory that only one node uses, while it runs; counted by itself. In the arena where the
    // plan has a place for `topNode` and that is not used up.
    Result<ir::Tensor> allocateScratch(std::int64_t bytes);
    // A node of the top graph begins; what it and all inside it use as scratch is counted from here on.
    void beginTopNode(NodeId node);
    // Around each node at any depth: what it took is free again afterwards.
    std::int64_t scratchMark() const { return m_scratchNow; }
    void releaseScratch(std::int64_t mark) { m_scratchNow = mark; }

    std::int64_t peakBytes() const { return m_peak; }
    std::int64_t arenaReach() const { return m_reach; } // end of the highest slot taken
    std::int64_t allocations() const { return m_allocations; }
    // Bytes of scratch that each node of the top graph needed at once, each piece rounded up to
    // Pool::Alignment.
    std::vector<NodeScratch> takeScratch() { return std::move(m_scratch); }

private:
    Result<ir::Tensor> take(ir::DataType type, const ir::Dims& dims, std::int64_t bytes, bool counted);

    Pool& m_pool;
    // Bytes alive now; blocks may outlive the run, so they share it.
    std::shared_ptr<std::atomic<std::int64_t>> m_live = std::make_shared<std::atomic<std::int64_t>>(0);
    std::int64_t m_limit;
    std::int64_t m_peak = 0;
    std::int64_t m_allocations = 0;
    std::span<const std::byte> inside(const ir::ArenaPlan::Slot& slot) const; // empty: not inside the arena

    std::vector<NodeScratch> m_scratch;
    NodeId m_topNode;
    std::int64_t m_scratchNow = 0; // of m_topNode
    std::int64_t m_reach = 0;
    const ir::ArenaPlan* m_plan = nullptr;
    Block m_arena;
};

} // namespace edgewright::exec
