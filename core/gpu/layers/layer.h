// SPDX-License-Identifier: GPL-3.0-or-later
// An operator of a network as launches of kernels. Tensors are float32; matrices may be multiplied as halves.
#pragma once

#include "core/base/result.h"
#include "core/gpu/array.h"
#include "core/gpu/kernel.h"
#include "core/ir/graph.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::gpu {

struct LayerTarget {
    int multiprocessors = 1; // of the GPU, which has to do for all launches
    Type products =
        Type::Float32;           // Float16: operands of products are halves, on tensor cores, summed in float32
    bool multipliesCodes = true; // it has tensor cores for 8-bit codes
};

struct Layer {
    // A buffer that launches name.
    struct Place {
        enum class Kind {
            Tensor, // of the graph: a value, or a constant
            Weight, // made of constants
            Scratch // while the layer runs
        };
        Kind kind = Kind::Tensor;
        ValueId tensor = {};
        std::shared_ptr<const Array> weight = {};
        std::int64_t count = 0; // of elements
        Type type = Type::Float32;
    };

    std::vector<Place> places;
    std::vector<Launch> launches;       // one after the other
    std::optional<ValueId> viewOf = {}; // no launches: the result is that value in another shape
    std::vector<const char*> rules;     // names of those that made it, in order
    int halfProducts = 0;               // launches that multiply halves
    int conversions = 0;                // launches that make halves of float32 for them
};

// Unsupported, with the reason, where no kernel does it. A fused group is as many launches as its members need;
// bias, sum and function behind a product are part of its launch.
Result<Layer> layerOf(const ir::Graph& graph, const ir::Node& node, const ir::Opsets& opsets,
                      const LayerTarget& target);

} // namespace edgewright::gpu
