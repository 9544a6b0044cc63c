// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/network/network_memory.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::gpu {

constexpr std::int64_t Alignment = 256, VectorBytes = 16; // what kernels read at once

class NetworkMemoryMaker {
public:
    NetworkMemoryMaker(const std::shared_ptr<Gpu>& gpu, const ir::Graph& graph, const NetworkPlan& plan,
                       const ir::ArenaPlan* arena)
        : m_gpu(gpu), m_graph(graph), m_plan(plan), m_arena(arena) {}

    Result<NetworkMemory> make() && {
        RETURN_IF_ERROR(placeConstants());
        RETURN_IF_ERROR(placeScratch());
        RETURN_IF_ERROR(placeValues());
        for (std::size_t i = 0; i < m_plan.layers.size(); ++i)
            for (std::size_t at = 0; at < m_plan.layers[i].places.size(); ++at) {
                const Layer::Place& place = m_plan.layers[i].places[at];
                if (place.kind == Layer::Place::Kind::Tensor)
                    m_memory.m_layers[i][at].address = m_memory.m_values.at(place.tensor);
            }
        return std::move(m_memory);
    }

private:
    Result<Address> allocate(std::int64_t bytes, const std::string& what) {
        ASSIGN_OR_RETURN(DeviceMemory memory, m_gpu->allocate(static_cast<std::size_t>(bytes), what));
        m_memory.m_memories.push_back(std::move(memory));
        return m_memory.m_memories.back().address();
    }
    Result<Address> upload(std::span<const std::byte> bytes, const std::string& what) {
        m_memory.m_weightBytes += static_cast<std::int64_t>(bytes.size());
        ASSIGN_OR_RETURN(const Address address, allocate(static_cast<std::int64_t>(bytes.size()), what));
        RETURN_IF_ERROR(m_gpu->upload(address, bytes));
        return address;
    }
    std::string weightWords(NodeId node) const {
        return say("weights of {1} on the GPU", inQuotes(m_graph.node(node).label()));
    }

    Result<void> placeConstants() {
        m_memory.m_layers.resize(m_plan.layers.size());
        for (const Action& action : m_plan.actions) {
            if (action.kind != ActionKind::Launches) continue;
            auto& placed = m_memory.m_layers[action.layer];
            for (const Layer::Place& place : m_plan.layers[action.layer].places) {
                placed.push_back({0, place.type});
                if (place.kind == Layer::Place::Kind::Weight) {
                    ASSIGN_OR_RETURN(placed.back().address,
                                     upload(place.weight->bytes(), weightWords(action.node)));
                } else if (place.kind == Layer::Place::Kind::Tensor &&
                           !m_memory.m_values.contains(place.tensor)) {
                    const ir::Tensor* const known = m_graph.value(place.tensor).known();
                    if (!known) continue;
                    ASSIGN_OR_RETURN(m_memory.m_values[place.tensor],
                                     upload(known->bytes(), weightWords(action.node)));
                }
            }
        }
        return {};
    }

    Result<void> placeScratch() {
        const auto isScratch = [](const Layer::Place& place) {
            return place.kind == Layer::Place::Kind::Scratch;
        };
        const auto sizeOf = [](const Layer::Place& place) {
            return (place.count * bytesOf(place.type) + Alignment - 1) / Alignment * Alignment;
        };
        for (const Layer& layer : m_plan.layers) {
            std::int64_t bytes = 0;
            for (const Layer::Place& place : layer.places)
                if (isScratch(place)) bytes += sizeOf(place);
            m_memory.m_scratchBytes = std::max(m_memory.m_scratchBytes, bytes);
        }
        if (m_memory.m_scratchBytes == 0) return {};
        ASSIGN_OR_RETURN(const Address base,
                         allocate(m_memory.m_scratchBytes, say("memory of operators on the GPU")));
        for (std::size_t i = 0; i < m_plan.layers.size(); ++i) {
            Address next = base;
            for (std::size_t at = 0; at < m_plan.layers[i].places.size(); ++at) {
                if (!isScratch(m_plan.layers[i].places[at])) continue;
                m_memory.m_layers[i][at].address = next;
                next += static_cast<Address>(sizeOf(m_plan.layers[i].places[at]));
            }
        }
        return {};
    }

    Result<void> placeValues() {
        Address arena = 0;
        if (m_arena && m_arena->arenaBytes > 0) {
            ASSIGN_OR_RETURN(arena, allocate(m_arena->arenaBytes, say("the arena on the GPU")));
            m_memory.m_valueBytes += m_arena->arenaBytes;
        }
        for (const Action& action : m_plan.actions) {
            if (action.kind == ActionKind::ToGpu) RETURN_IF_ERROR(placeValue(action.value, arena));
            if (action.kind != ActionKind::Launches) continue;
            for (const ValueId output : m_graph.node(action.node).outputs)
                if (output.valid()) RETURN_IF_ERROR(placeValue(output, arena));
        }
        return {};
    }

    Result<void> placeValue(ValueId value, Address arena) {
        if (m_memory.m_values.contains(value)) return {};
        const ir::Value& placed = m_graph.value(value);
        const std::int64_t bytes = placed.type.bytes().value_or(0);
        const auto slot = m_arena ? m_arena->places.find(value) : decltype(m_arena->places.find(value)){};
        if (arena && slot != m_arena->places.end() && slot->second.size >= bytes &&
            slot->second.offset % VectorBytes == 0) {
            m_memory.m_values[value] = arena + static_cast<Address>(slot->second.offset);
            return {};
        }
        ASSIGN_OR_RETURN(m_memory.m_values[value],
                         allocate(bytes, say("{1} on the GPU", inQuotes(placed.name))));
        m_memory.m_valueBytes += bytes;
        return {};
    }

    const std::shared_ptr<Gpu>& m_gpu;
    const ir::Graph& m_graph;
    const NetworkPlan& m_plan;
    const ir::ArenaPlan* m_arena;
    NetworkMemory m_memory;
};

Result<NetworkMemory> NetworkMemory::of(const std::shared_ptr<Gpu>& gpu, const ir::Graph& graph,
                                        const NetworkPlan& plan, const ir::ArenaPlan* arena) {
    return NetworkMemoryMaker(gpu, graph, plan, arena).make();
}

} // namespace edgewright::gpu
