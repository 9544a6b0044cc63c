// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a network on a GPU: constants, which are copied there once, values, and what layers need while
// they run.
#pragma once

#include "core/gpu/driver/gpu.h"
#include "core/gpu/network/network_plan.h"
#include "core/ir/arena_plan.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace edgewright::gpu {

class NetworkMemory {
public:
    // Values lie where `arena`, if any, puts them, the others in memory of their own. OutOfMemory, naming what
    // has no place.
    static Result<NetworkMemory> of(const std::shared_ptr<Gpu>& gpu, const ir::Graph& graph,
                                    const NetworkPlan& plan, const ir::ArenaPlan* arena);

    Address addressOf(ValueId value) const { return m_values.at(value); } // or of a constant
    Address addressOf(std::size_t layer, const BufferPart& part) const {
        const Placed& placed = m_layers[layer][part.buffer];
        return placed.address + static_cast<Address>(part.offset * bytesOf(placed.type));
    }

    std::int64_t weightBytes() const { return m_weightBytes; }
    std::int64_t valueBytes() const { return m_valueBytes; } // the arena as a whole
    std::int64_t scratchBytes() const { return m_scratchBytes; }
    std::size_t allocations() const { return m_memories.size(); }

private:
    friend class NetworkMemoryMaker;
    struct Placed {
        Address address = 0;
        Type type = Type::Float32;
    };
    std::vector<DeviceMemory> m_memories;
    std::unordered_map<ValueId, Address> m_values;
    std::vector<std::vector<Placed>> m_layers; // by layer and place
    std::int64_t m_weightBytes = 0, m_valueBytes = 0, m_scratchBytes = 0;
};

} // namespace edgewright::gpu
