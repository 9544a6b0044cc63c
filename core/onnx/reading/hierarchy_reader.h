// SPDX-License-Identifier: GPL-3.0-or-later
// The modules around each node, as exporters of today write them into its metadata:
//
//   pkg.torch.onnx.name_scopes      ['', 'model', 'model.layers.3', 'model.layers.3.mlp', 'linear_8']
//   pkg.torch.onnx.class_hierarchy  ['llama.LlamaForCausalLM', ..., 'aten.linear.default']
//   namespace                       : llama.LlamaForCausalLM/model: llama.LlamaModel/.../add: aten.add.Tensor
//
// The metadata themselves stay among the fields that are kept for export.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/memory_budget.h"
#include "core/ir/hierarchy.h"
#include "core/onnx/types.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace edgewright::onnx {

// Faults of the metadata of a node, as far as modules go.
enum class HierarchyFault { Unreadable, TwoModules, Repeated, Empty, Deep, Long };

class HierarchyReader {
public:
    static constexpr std::size_t MaxLevels = 24, MaxNameBytes = 128; // what is beyond is left out
    static constexpr std::size_t ManyModules = 4096;                 // are told of

    // Null where the metadata say nothing, or nothing that can be read. Equal ones are shared; what is new
    // counts against `memory`. `node` and `label` are for findings().
    ir::HierarchyPtr read(const pb::NodeProto& proto, NodeId node, const std::string& label,
                          MemoryBudget& memory);
    // Faults of the metadata, one sentence for each kind.
    Diagnostics findings() const;

private:
    struct Seen {
        std::size_t nodes = 0; // that have it
        NodeId node;           // the first
        std::string sentence;  // of that
    };

    ir::HierarchyPtr shared(ir::Hierarchy levels, MemoryBudget& memory);

    std::map<HierarchyFault, Seen> m_seen;
    std::unordered_map<std::string, ir::HierarchyPtr> m_known; // by all names and classes
};

} // namespace edgewright::onnx
