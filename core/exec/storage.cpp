// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/storage.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/ir/machine_memory.h"

#include <algorithm>

namespace edgewright::exec {

Result<Block> Storage::allocate(ir::DataType type, const ir::Dims& dims) {
    const auto elements = checkedProduct(dims);
    const auto bytes = elements ? ir::byteCount(type, *elements) : std::nullopt;
    if (!bytes) return badInput("a tensor of type " + ir::TensorType(type, dims).text() + " has no size");
    if (type == ir::DataType::String || *bytes == 0) {
        ASSIGN_OR_RETURN(auto tensor, ir::Tensor::allocate(type, dims, m_limit));
        return Block{std::move(tensor), {}};
    }
    ASSIGN_OR_RETURN(auto tensor, take(type, dims, *bytes, true));
    ++m_allocations;
    std::weak_ptr<const void> handle = tensor.owner();
    return Block{std::move(tensor), std::move(handle)};
}

void Storage::beginTopNode(NodeId node) {
    m_topNode = node;
    m_scratchNow = 0;
}

Result<ir::Tensor> Storage::allocateScratch(std::int64_t bytes) {
    if (bytes < 0) return badInput("scratch memory of a negative size was asked for");
    if (bytes == 0) return ir::Tensor::allocate(ir::DataType::UInt8, {0});
    constexpr auto Unit = static_cast<std::int64_t>(Pool::Alignment);
    const auto begin = static_cast<std::size_t>(m_scratchNow);
    const auto place = m_plan ? scratchPlace(m_topNode) : std::nullopt;
    std::optional<ir::Tensor> tensor;
    if (place && begin <= place->size() && static_cast<std::size_t>(bytes) <= place->size() - begin) {
        const auto offset = static_cast<std::size_t>(place->data() - m_arena.tensor.bytes().data()) + begin;
        ir::Tensor whole = m_arena.tensor;
        tensor = ir::Tensor::over(ir::DataType::UInt8, {bytes}, m_arena.handle.lock(),
                                  whole.mutableBytes().subspan(offset, static_cast<std::size_t>(bytes)));
        m_reach = std::max(m_reach, static_cast<std::int64_t>(offset) + bytes);
    } else {
        auto taken = take(ir::DataType::UInt8, {bytes}, bytes, false); // within the limit: no overflow below
        if (!taken) return std::move(taken).error();
        tensor = *std::move(taken);
    }
    m_scratchNow += (bytes + Unit - 1) / Unit * Unit;
    if (m_scratch.empty() || m_scratch.back().node != m_topNode) m_scratch.push_back({m_topNode, 0});
    m_scratch.back().bytes = std::max(m_scratch.back().bytes, m_scratchNow);
    return *std::move(tensor);
}

Result<ir::Tensor> Storage::take(ir::DataType type, const ir::Dims& dims, std::int64_t bytes, bool counted) {
    const std::int64_t live = m_live->load();
    if (bytes > m_limit - live)
        return outOfMemory("a tensor of type " + ir::TensorType(type, dims).text() + " beside " +
                               std::to_string(live) + " live bytes",
                           checkedAdd(live, bytes).value_or(bytes), m_limit);
    std::shared_ptr<void> memory = m_pool.take(static_cast<std::size_t>(bytes));
    if (!memory) return ir::machineOutOfMemory("a tensor of " + std::to_string(bytes) + " bytes");
    const std::span<std::byte> span(static_cast<std::byte*>(memory.get()), static_cast<std::size_t>(bytes));
    if (!counted) return ir::Tensor::over(type, dims, std::move(memory), span);
    m_peak = std::max(m_peak, m_live->fetch_add(bytes) + bytes);
    const void* place = memory.get();
    std::shared_ptr<const void> owner(
        place, [counter = m_live, bytes, held = std::move(memory)](const void*) { counter->fetch_sub(bytes); });
    return ir::Tensor::over(type, dims, std::move(owner), span);
}

Result<void> Storage::useArena(const ir::ArenaPlan& plan) {
    if (plan.arenaBytes < 0) return badInput("the arena plan has a negative size");
    auto arena = allocate(ir::DataType::UInt8, {plan.arenaBytes});
    if (!arena) return std::move(arena).error().within("allocating the arena");
    m_arena = std::move(arena).value();
    m_plan = &plan;
    return {};
}

std::optional<ir::Tensor> Storage::slot(ValueId id, ir::DataType type, const ir::Dims& dims) const {
    if (!m_plan || type == ir::DataType::String) return std::nullopt;
    const auto found = m_plan->places.find(id);
    if (found == m_plan->places.end()) return std::nullopt;
    const auto [offset, size] = found->second;
    const auto elements = checkedProduct(dims);
    const auto bytes = elements ? ir::byteCount(type, *elements) : std::nullopt;
    const std::int64_t unit = std::max(1, ir::bitWidth(type) / 8);
    if (!bytes || *bytes != size || offset < 0 || offset % unit != 0) return std::nullopt;
    if (size > m_plan->arenaBytes || offset > m_plan->arenaBytes - size) return std::nullopt;
    ir::Tensor whole = m_arena.tensor;
    const auto span =
        whole.mutableBytes().subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
    return ir::Tensor::over(type, dims, m_arena.handle.lock(), span);
}

std::optional<ir::Tensor> Storage::takeSlot(ValueId id, ir::DataType type, const ir::Dims& dims) {
    auto taken = slot(id, type, dims);
    if (taken) {
        const auto [offset, size] = m_plan->places.at(id);
        m_reach = std::max(m_reach, offset + size);
    }
    return taken;
}

std::span<const std::byte> Storage::inside(const ir::ArenaPlan::Slot& slot) const {
    const auto [offset, size] = slot;
    if (offset < 0 || size < 0 || size > m_plan->arenaBytes || offset > m_plan->arenaBytes - size) return {};
    return m_arena.tensor.bytes().subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

std::optional<std::span<const std::byte>> Storage::place(ValueId id) const {
    if (!m_plan) return std::nullopt;
    const auto found = m_plan->places.find(id);
    const auto bytes = found == m_plan->places.end() ? std::span<const std::byte>() : inside(found->second);
    return bytes.empty() ? std::nullopt : std::optional(bytes);
}

std::optional<std::span<const std::byte>> Storage::scratchPlace(NodeId node) const {
    if (!m_plan) return std::nullopt;
    const auto found = m_plan->scratch.find(node);
    if (found == m_plan->scratch.end() ||
        found->second.offset % static_cast<std::int64_t>(Pool::Alignment) != 0)
        return std::nullopt;
    const auto bytes = inside(found->second);
    return bytes.empty() ? std::nullopt : std::optional(bytes);
}

bool Storage::inArena(const ir::Tensor& tensor) const {
    if (!m_plan || tensor.bytes().empty()) return false;
    const auto arena = m_arena.tensor.bytes();
    const std::less<const std::byte*> before;
    return !arena.empty() && !before(tensor.bytes().data(), arena.data()) &&
           before(tensor.bytes().data(), arena.data() + arena.size());
}

} // namespace edgewright::exec
