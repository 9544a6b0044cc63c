// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"
#include "core/fusion/patterns/region.h"

#include <algorithm>

namespace edgewright::fusion::fuse_squeeze_excite {

namespace {

constexpr int MaxTailNodes = 16;

bool isProduct(const ir::Node& node) { return node.is("Conv") || node.is("Gemm") || node.is("MatMul"); }

// One number for each channel is left of the image.
bool isSmall(const ir::TensorType& type) {
    if (!type.shape) return false;
    for (std::size_t i = 2; i < type.shape->size(); ++i)
        if (const ir::Dim& dim = (*type.shape)[i]; !dim.known() || dim.value() != 1) return false;
    return true;
}

// An average over the whole image, by its own name or as a mean over all axes behind the channels.
bool squeezes(const GraphView& view, const ir::Node& node) {
    if (node.is("GlobalAveragePool")) return true;
    const auto rank = typeOf(view, node.input(0)).rank();
    if (!node.is("ReduceMean") || !rank || *rank < 3) return false;
    const auto axes = reducedAxes(view, node);
    return axes && axes->size() + 2 == *rank && axes->front() == 2;
}

bool reads(const ir::Node& node, ValueId value) { return std::ranges::count(node.inputs, value) > 0; }

// An element-wise operator reads the image itself: the gate might scale it there.
bool scalesImage(const GraphView& view, ValueId image) {
    return std::ranges::any_of(view.connections.consumers(image), [&](NodeId id) {
        const ir::Node& reader = view.graph.node(id);
        return isElementWise(reader) && reader.inputs.size() > 1;
    });
}

//        x --------------------------------------------v
//   GlobalAveragePool -> Conv -> Relu -> Conv -> Sigmoid -> Mul        =>     one block
//
// Between the average and the product there is one number for each channel: too little work for operators of
// their own.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& squeeze = view.graph.node(id);
    if (!squeezes(view, squeeze)) return NoMatch{};
    const ValueId image = squeeze.input(0);
    if (!scalesImage(view, image)) return NoMatch{};

    std::vector<NodeId> members{id};
    const ir::Node* excite = nullptr;
    const auto accept = [&](const ir::Node& reader, const std::vector<NodeId>& growing, bool last) {
        if (reads(reader, image)) return last && isElementWise(reader);
        if (!isSmall(typeOf(view, reader.output(0)))) return false;
        if (!isProduct(reader)) return patternOf(reader) <= ops::Pattern::Injective;
        const ir::Node* producer = view.producer(reader.input(0));
        return producer && std::ranges::find(growing, producer->id) != growing.end() &&
               knownTensor(view, reader.input(1));
    };
    for (int step = 0; step < MaxTailNodes; ++step) {
        const Region region = growRegion(view, members.back(), accept);
        if (!region.grown()) {
            const ValueId gate = view.graph.node(members.back()).output(0);
            for (const NodeId reader : view.connections.consumers(gate)) {
                if (!excite || !reads(view.graph.node(reader), image)) continue;
                if (auto shared = whyNotPrivate(view, gate, reader))
                    return Refused{{id, excite->id, reader}, {gate}, std::move(*shared)};
            }
            return NoMatch{};
        }
        members.insert(members.end(), region.members.begin() + 1, region.members.end());
        for (const NodeId member : region.members)
            if (const ir::Node& node = view.graph.node(member); isProduct(node)) excite = &node;
        const ir::Node& end = view.graph.node(members.back());
        if (!reads(end, image)) continue;
        if (!excite) return NoMatch{};
        return Applied{groupPatch(view, members, "SqueezeExcite"), members,
                       say("{1} scales channels by what {2} and {3} make of them", end.label(), squeeze.label(),
                           excite->label())};
    }
    return NoMatch{};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Squeeze-and-excite tail into one block"),
    .match = match,
    .before = "GlobalAveragePool -> Conv -> Relu -> Conv -> Sigmoid -> Mul",
    .after = "[GlobalAveragePool, Conv, Relu, Conv, Sigmoid, Mul]",
    .groups = true,
    .roots = {"GlobalAveragePool", "ReduceMean"},
};

} // namespace edgewright::fusion::fuse_squeeze_excite
