// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/linear.h"

#include <algorithm>

namespace edgewright::fusion::fuse_quantized_weights {

namespace {

bool dequantizesConstants(const GraphView& view, const ir::Node& node) {
    return node.is("DequantizeLinear") && std::ranges::all_of(node.inputs, [&](ValueId input) {
               return !input.valid() || knownTensor(view, input);
           });
}

//   w8 (initializer) -> DequantizeLinear -> Conv        =>      w8 -> [DequantizeLinear, Conv]
//
// The convolution reads its weights in 8 bits; they are never written in 32.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!isLinear(node)) return NoMatch{};
    std::vector<NodeId> nodes{id};
    std::vector<NodeId> members;
    for (const ValueId input : node.inputs) {
        const ir::Node* producer = input.valid() ? view.producer(input) : nullptr;
        if (!producer || !dequantizesConstants(view, *producer)) continue;
        if (std::ranges::find(members, producer->id) != members.end()) continue;
        if (auto reason = whyNotPrivate(view, input, id))
            return Refused{{id, producer->id}, {input}, std::move(*reason)};
        members.push_back(producer->id);
        nodes.push_back(producer->id);
    }
    if (members.empty()) return NoMatch{};
    const std::string reason =
        say("{1} reads the quantized constants of {2}", node.label(), listed(view.graph, members));
    members.push_back(id);
    return Applied{groupPatch(view, members), std::move(nodes), reason};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Dequantization of weights into the operator that reads them"),
    .match = match,
    .before = "DequantizeLinear(w) -> Conv",
    .after = "[DequantizeLinear, Conv]",
    .groups = true,
    .roots = {"Conv", "ConvTranspose", "Gemm", "MatMul"},
};

} // namespace edgewright::fusion::fuse_quantized_weights
