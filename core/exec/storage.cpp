// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/storage.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/storage/machine_memory.h"

#include <algorithm>
#include <functional>

namespace edgewright::exec {

bool isInside(std::span<const std::byte> bytes, std::span<const std::byte> some) {
    const std::less<const std::byte*> before;
    return !bytes.empty() && !some.empty() && !before(some.data(), bytes.data()) &&
           before(some.data(), bytes.data() + bytes.size());
}

Result<Block> Storage::allocate(ir::DataType type, const ir::Dims& dims) {
    const auto elements = checkedProduct(dims);
    const auto bytes = elements ? ir::byteCount(type, *elements) : std::nullopt;
    if (!bytes) return badInput(say("a tensor of type {1} has no size", ir::TensorType(type, dims).text()));
    if (type == ir::DataType::String || *bytes == 0) {
        ASSIGN_OR_RETURN(auto tensor, ir::Tensor::allocate(type, dims, m_limit));
        return Block{std::move(tensor), {}};
    }
    ASSIGN_OR_RETURN(auto memory, take(type, dims, *bytes, m_values));
    count(*bytes, m_values);
    ++m_allocations;
    const std::span<std::byte> span(static_cast<std::byte*>(memory.get()), static_cast<std::size_t>(*bytes));
    std::weak_ptr<const void> handle = memory;
    return Block{ir::Tensor::over(type, dims, std::move(memory), span), std::move(handle)};
}

void Storage::beginTopNode(NodeId node) {
    m_topNode = node;
    m_scratchNow = {};
}

Result<Storage::Scratch> Storage::allocateScratch(std::int64_t bytes) {
    if (bytes < 0) return badInput(say("scratch memory of a negative size was asked for"));
    if (bytes == 0) return Scratch();
    constexpr auto Unit = static_cast<std::int64_t>(Pool::Alignment);
    const auto begin = static_cast<std::size_t>(m_scratchNow.all), size = static_cast<std::size_t>(bytes);
    const auto place = m_plan ? scratchPlace(m_topNode) : std::nullopt;
    Scratch scratch;
    if (place && begin <= place->size() && size <= place->size() - begin) {
        const auto offset = static_cast<std::size_t>(place->data() - arena().data()) + begin;
        scratch = {m_arena.tensor.owner(), arena().subspan(offset, size)};
        m_reach = std::max(m_reach, static_cast<std::int64_t>(offset) + bytes);
    } else {
        auto taken = take(ir::DataType::UInt8, {bytes}, bytes); // within the limit: no overflow below
        if (!taken) return std::move(taken).error();
        scratch.bytes = {static_cast<std::byte*>(taken->get()), size};
        scratch.owner = *std::move(taken);
        m_scratchNow.own += bytes;
        m_workPeak = std::max(m_workPeak, work());
    }
    m_scratchNow.all += (bytes + Unit - 1) / Unit * Unit;
    if (m_scratch.empty() || m_scratch.back().node != m_topNode) m_scratch.push_back({m_topNode, 0});
    m_scratch.back().bytes = std::max(m_scratch.back().bytes, m_scratchNow.all);
    return scratch;
}

Result<ir::Tensor> Storage::allocatePrepared(ir::DataType type, const ir::Dims& dims) {
    auto tensor = ir::Tensor::unfilled(type, dims, m_limit);
    if (!tensor || tensor->bytes().empty()) return tensor;
    const auto bytes = static_cast<std::int64_t>(tensor->bytes().size());
    RETURN_IF_ERROR(checkLimit(type, dims, bytes, peakBytes()));
    return ir::Tensor::over(type, dims, counted(tensor->owner(), bytes, m_prepared), tensor->mutableBytes());
}

namespace {

std::int64_t stringBytes(const ir::Tensor& tensor) {
    std::int64_t bytes = 0;
    for (const ir::Tensor& item : tensor.items())
        bytes += stringBytes(item);
    if (tensor.dtype() == ir::DataType::String)
        for (const std::string& text : tensor.strings())
            bytes += static_cast<std::int64_t>(sizeof text + text.size());
    return bytes;
}

} // namespace

Result<std::shared_ptr<const void>> Storage::countStrings(const ir::Tensor& tensor) {
    if (tensor.dtype() != ir::DataType::String) return std::shared_ptr<const void>();
    const std::int64_t bytes = stringBytes(tensor);
    RETURN_IF_ERROR(checkLimit(tensor.dtype(), tensor.dims(), bytes, work() + preparedBytes()));
    return counted(std::make_shared<char>(), bytes, m_values);
}

Result<void> Storage::checkLimit(ir::DataType type, const ir::Dims& dims, std::int64_t bytes,
                                 std::int64_t beside) const {
    if (bytes <= m_limit - beside) return {};
    return outOfMemory(say("a tensor of type {1} beside {2} bytes", ir::TensorType(type, dims).text(), beside),
                       checkedAdd(beside, bytes).value_or(bytes), m_limit);
}

void Storage::count(std::int64_t bytes, const Count& count) {
    count->fetch_add(bytes);
    m_workPeak = std::max(m_workPeak, work());
    m_valuePeak = std::max(m_valuePeak, m_values->load());
}

// `memory` under an owner that takes `bytes` off `count` when the last tensor lets go.
std::shared_ptr<const void> Storage::counted(std::shared_ptr<const void> memory, std::int64_t bytes,
                                             const Count& of) {
    count(bytes, of);
    const void* place = memory.get();
    return {place, [of, bytes, held = std::move(memory)](const void*) { of->fetch_sub(bytes); }};
}

// Not counted yet; taken off `count` once the last owner lets go.
Result<std::shared_ptr<void>> Storage::take(ir::DataType type, const ir::Dims& dims, std::int64_t bytes,
                                            Count count) {
    // Within what was there before, nothing more is taken.
    if (bytes > m_workPeak - work()) RETURN_IF_ERROR(checkLimit(type, dims, bytes, work() + preparedBytes()));
    const std::int64_t counted = count ? bytes : 0;
    std::shared_ptr<void> memory = m_pool.take(static_cast<std::size_t>(bytes), std::move(count), counted);
    if (!memory) return ir::machineOutOfMemory(say("a tensor of {1} bytes", bytes));
    return memory;
}

Result<void> Storage::useArena(const ir::ArenaPlan& plan) {
    if (plan.arenaBytes < 0) return badInput(say("the arena plan has a negative size"));
    auto arena = allocate(ir::DataType::UInt8, {plan.arenaBytes});
    if (!arena) return std::move(arena).error().within(say("allocating the arena"));
    m_arena = std::move(arena).value();
    m_arenaBytes = m_arena.tensor.mutableBytes();
    m_plan = &plan;
    return {};
}

const ir::ArenaPlan::Slot* Storage::slotFor(const ir::ArenaPlan* plan, ValueId id, ir::DataType type,
                                            std::optional<std::int64_t> bytes) const {
    if (!m_plan || !plan || type == ir::DataType::String || !bytes) return nullptr;
    const auto found = plan->places.find(id);
    if (found == plan->places.end()) return nullptr;
    const auto [offset, size] = found->second;
    const std::int64_t unit = std::max(1, ir::bitWidth(type) / 8);
    const bool fits = *bytes == size || (*bytes < size && plan->atMost.contains(id));
    if (!fits || offset < 0 || offset % unit != 0) return nullptr;
    if (size > m_plan->arenaBytes || offset > m_plan->arenaBytes - size) return nullptr;
    return &found->second;
}

std::optional<ir::Tensor> Storage::slot(const ir::ArenaPlan* plan, ValueId id, ir::DataType type,
                                        const ir::Dims& dims) const {
    const auto elements = checkedProduct(dims);
    const auto bytes = elements ? ir::byteCount(type, *elements) : std::nullopt;
    const ir::ArenaPlan::Slot* const slot = slotFor(plan, id, type, bytes);
    if (!slot) return std::nullopt;
    return ir::Tensor::over(
        type, dims, m_arena.tensor.owner(),
        arena().subspan(static_cast<std::size_t>(slot->offset), static_cast<std::size_t>(*bytes)));
}

bool Storage::isInSlot(const ir::ArenaPlan* plan, ValueId id, const ir::Tensor& tensor) const {
    const auto bytes = tensor.bytes();
    if (!inArena(tensor)) return false;
    const auto* const slot = slotFor(plan, id, tensor.dtype(), static_cast<std::int64_t>(bytes.size()));
    return slot && bytes.data() == arena().data() + slot->offset;
}

std::optional<ir::Tensor> Storage::takeSlot(const ir::ArenaPlan* plan, ValueId id, ir::DataType type,
                                            const ir::Dims& dims) {
    auto taken = slot(plan, id, type, dims);
    if (taken)
        m_reach =
            std::max(m_reach, plan->places.at(id).offset + static_cast<std::int64_t>(taken->bytes().size()));
    return taken;
}

std::span<const std::byte> Storage::inside(const ir::ArenaPlan::Slot& slot) const {
    const auto [offset, size] = slot;
    if (offset < 0 || size < 0 || size > m_plan->arenaBytes || offset > m_plan->arenaBytes - size) return {};
    return arena().subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

std::span<std::byte> Storage::bytesOf(const ir::ArenaPlan& plan) {
    const auto bytes = m_plan ? inside({plan.firstByte, plan.arenaBytes}) : std::span<const std::byte>();
    if (bytes.empty()) return {};
    return arena().subspan(static_cast<std::size_t>(plan.firstByte), bytes.size());
}

std::optional<std::span<const std::byte>> Storage::place(const ir::ArenaPlan& plan, ValueId id) const {
    if (!m_plan) return std::nullopt;
    const auto found = plan.places.find(id);
    const auto bytes = found == plan.places.end() ? std::span<const std::byte>() : inside(found->second);
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

bool Storage::inArena(const ir::Tensor& tensor) const { return m_plan && isInside(arena(), tensor.bytes()); }

} // namespace edgewright::exec
