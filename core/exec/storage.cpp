// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/storage.h"

#include "core/base/checked.h"

#include <algorithm>

namespace edgewright::exec {

Result<Block> Storage::allocate(ir::DataType type, const ir::Dims& dims) {
    const auto elements = checkedProduct(dims);
    const auto bytes = elements ? ir::byteCount(type, *elements) : std::nullopt;
    if (!bytes) return badInput("a tensor of type " + ir::TensorType(type, dims).text() + " has no size");
    if (type == ir::DataType::String || *bytes == 0) {
        auto tensor = ir::Tensor::allocate(type, dims, m_limit);
        if (!tensor) return std::move(tensor).error();
        return Block{std::move(tensor).value(), {}};
    }
    auto tensor = take(type, dims, *bytes, true);
    if (!tensor) return std::move(tensor).error();
    ++m_allocations;
    std::weak_ptr<const void> handle = tensor->owner();
    return Block{std::move(tensor).value(), std::move(handle)};
}

Result<ir::Tensor> Storage::allocateScratch(std::int64_t bytes) {
    if (bytes < 0) return badInput("scratch memory of a negative size was asked for");
    if (bytes == 0) return ir::Tensor::allocate(ir::DataType::UInt8, {0});
    auto tensor = take(ir::DataType::UInt8, {bytes}, bytes, false);
    m_nodeScratch += bytes;
    m_scratchPeak = std::max(m_scratchPeak, m_nodeScratch);
    return tensor;
}

Result<ir::Tensor> Storage::take(ir::DataType type, const ir::Dims& dims, std::int64_t bytes, bool counted) {
    const std::int64_t live = m_live->load();
    if (bytes > m_limit - live)
        return badInput("a tensor of type " + ir::TensorType(type, dims).text() + " beside " +
                        std::to_string(live) + " live bytes needs more memory than the limit of " +
                        std::to_string(m_limit) + " bytes");
    std::shared_ptr<void> memory = m_pool.take(static_cast<std::size_t>(bytes));
    if (!memory) return badInput("out of memory for " + std::to_string(bytes) + " bytes");
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

std::optional<std::span<const std::byte>> Storage::place(ValueId id) const {
    const auto found = m_plan ? m_plan->places.find(id) : decltype(m_plan->places.begin())();
    if (!m_plan || found == m_plan->places.end()) return std::nullopt;
    const auto [offset, size] = found->second;
    if (offset < 0 || size < 0 || size > m_plan->arenaBytes || offset > m_plan->arenaBytes - size)
        return std::nullopt;
    return m_arena.tensor.bytes().subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

bool Storage::inArena(const ir::Tensor& tensor) const {
    if (!m_plan || tensor.bytes().empty()) return false;
    const auto arena = m_arena.tensor.bytes();
    const std::less<const std::byte*> before;
    return !arena.empty() && !before(tensor.bytes().data(), arena.data()) &&
           before(tensor.bytes().data(), arena.data() + arena.size());
}

} // namespace edgewright::exec
