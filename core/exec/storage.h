// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for intermediates of one run: blocks of their own, counted while they live, or slots of one arena.
// Scratch and what kernels prepare from weights count beside them, against one limit.
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
    std::shared_ptr<const void> strings = {}; // counts them, where it holds any
};

// True if there are any of `some`, and they begin in `bytes`.
bool isInside(std::span<const std::byte> bytes, std::span<const std::byte> some);

class Storage {
public:
    using Count = Pool::Count;

    // `prepared` counts what is alive of allocatePrepared(), in this run and in earlier ones.
    Storage(Pool& pool, std::int64_t limitBytes, Count prepared)
        : m_pool(pool), m_prepared(std::move(prepared)), m_limit(limitBytes) {}

    // Makes the arena that `plan` asks for; `plan` must outlive this.
    Result<void> useArena(const ir::ArenaPlan& plan);
    // The slot of `id`, when `plan`, the one of useArena or one inside of it, has one of exactly this many
    // bytes, or, of ArenaPlan::atMost, at least as many, that lies inside the arena, aligned. Without a plan
    // there is none.
    std::optional<ir::Tensor> slot(const ir::ArenaPlan* plan, ValueId id, ir::DataType type,
                                   const ir::Dims& dims) const;
    // The same for a value that is put there: counts towards arenaReach().
    std::optional<ir::Tensor> takeSlot(const ir::ArenaPlan* plan, ValueId id, ir::DataType type,
                                       const ir::Dims& dims);
    // True if the tensor is what slot() gives, or a view that lies there already.
    bool isInSlot(const ir::ArenaPlan* plan, ValueId id, const ir::Tensor& tensor) const;
    // True if the tensor's bytes lie in the arena, where another value may overwrite them later.
    bool inArena(const ir::Tensor& tensor) const;
    // The place of `id` in `plan`, if it has one and that lies inside.
    std::optional<std::span<const std::byte>> place(const ir::ArenaPlan& plan, ValueId id) const;
    // The bytes that `plan` has; empty: they do not lie inside.
    std::span<std::byte> bytesOf(const ir::ArenaPlan& plan);
    std::optional<std::span<const std::byte>> scratchPlace(NodeId node) const;
    std::span<std::byte> arena() const { return m_arenaBytes; }

    // 64-byte aligned, not initialised. Fails above the limit.
    Result<Block> allocate(ir::DataType type, const ir::Dims& dims);
    // The same for memory that only one node uses, while it runs; counted by itself. In the arena where the
    // plan has a place for `topNode` and that is not used up.
    struct Scratch {
        std::shared_ptr<const void> owner;
        std::span<std::byte> bytes;
    };
    Result<Scratch> allocateScratch(std::int64_t bytes);
    // The same for what stays with a kernel from run to run.
    Result<ir::Tensor> allocatePrepared(ir::DataType type, const ir::Dims& dims);
    // Counts the strings of a tensor, a sequence or an optional for as long as the result lives; null: there
    // are none.
    Result<std::shared_ptr<const void>> countStrings(const ir::Tensor& tensor);
    // A node of the top graph begins; what it and all inside it use as scratch is counted from here on.
    void beginTopNode(NodeId node);
    // Around each node at any depth: what it took is free again afterwards.
    struct ScratchMark {
        std::int64_t all = 0, own = 0; // own: outside the arena
    };
    ScratchMark scratchMark() const { return m_scratchNow; }
    void releaseScratch(ScratchMark mark) { m_scratchNow = mark; }

    // The pool keeps what values and scratch had at once, so that is beside what was prepared later, too.
    std::int64_t peakBytes() const { return m_workPeak + preparedBytes(); }
    std::int64_t valueBytes() const { return m_valuePeak; } // of allocate() alone
    std::int64_t preparedBytes() const { return m_prepared->load(); }
    std::int64_t arenaReach() const { return m_reach; } // end of the highest slot taken
    std::int64_t allocations() const { return m_allocations; }
    // Bytes of scratch that each node of the top graph needed at once, each piece rounded up to
    // Pool::Alignment.
    std::vector<NodeScratch> takeScratch() { return std::move(m_scratch); }

private:
    Result<std::shared_ptr<void>> take(ir::DataType type, const ir::Dims& dims, std::int64_t bytes,
                                       Count count = {});
    void count(std::int64_t bytes, const Count& count);
    Result<void> checkLimit(ir::DataType type, const ir::Dims& dims, std::int64_t bytes,
                            std::int64_t beside) const;
    std::shared_ptr<const void> counted(std::shared_ptr<const void> memory, std::int64_t bytes,
                                        const Count& count);

    Pool& m_pool;
    std::int64_t work() const { return m_values->load() + m_scratchNow.own; }

    // Bytes alive now; blocks may outlive the run, so they share the counts.
    Count m_values = std::make_shared<std::atomic<std::int64_t>>(0);
    Count m_prepared;
    std::int64_t m_limit;
    std::int64_t m_workPeak = 0, m_valuePeak = 0;
    std::int64_t m_allocations = 0;
    std::span<const std::byte> inside(const ir::ArenaPlan::Slot& slot) const; // empty: not inside the arena
    // The slot for so many bytes; null: there is none that fits.
    const ir::ArenaPlan::Slot* slotFor(const ir::ArenaPlan* plan, ValueId id, ir::DataType type,
                                       std::optional<std::int64_t> bytes) const;

    std::vector<NodeScratch> m_scratch;
    NodeId m_topNode;
    ScratchMark m_scratchNow; // of m_topNode
    std::int64_t m_reach = 0;
    const ir::ArenaPlan* m_plan = nullptr;
    Block m_arena;
    std::span<std::byte> m_arenaBytes; // of m_arena
};

} // namespace edgewright::exec
