// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"

namespace edgewright::fusion::compose_global_average_pool {

namespace {

constexpr std::string_view Op = "GlobalAveragePool";

// A mean that is taken off its input, or a mean of squares: parts of a normalisation, which is looked for as a
// whole.
bool isMoment(const GraphView& view, const ir::Node& mean) {
    const ir::Node* source = view.producer(mean.input(0));
    if (source && (source->is("Pow") || (source->is("Mul") && source->input(0) == source->input(1))))
        return true;
    for (const NodeId id : view.connections.consumers(mean.output(0)))
        if (view.graph.node(id).is("Sub")) return true;
    return false;
}

//   ReduceMean over all axes behind batch and channels     =>     GlobalAveragePool
Match match(const GraphView& view, NodeId id) {
    const ir::Node& mean = view.graph.node(id);
    if (!mean.is("ReduceMean") || !keepsDims(mean)) return NoMatch{};
    const ir::TensorType& x = typeOf(view, mean.input(0));
    if (x.rank().value_or(0) < 4 || !ir::isFloating(x.dtype)) return NoMatch{};
    if (mean.hasInput(1) && !knownInts(view, mean.input(1)))
        return Refused{{id},
                       {mean.input(1)},
                       notConstant(view, say("the list of axes of {1}", mean.label()), mean.input(1))};
    const auto axes = reducedAxes(view, mean);
    if (!axes || axes->size() + 2 != *x.rank() || axes->front() != 2 || isMoment(view, mean)) return NoMatch{};
    if (auto refused = whyNotComposed(view, {id}, Op)) return *std::move(refused);
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, {id}, Op, {mean.input(0)}));
    return composed(view, std::move(patch), {id}, Op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Mean over the plane into GlobalAveragePool"),
    .match = match,
    .before = "ReduceMean(axes = 2, 3)",
    .after = "GlobalAveragePool",
    .composes = true,
    .roots = {"ReduceMean"},
};

} // namespace edgewright::fusion::compose_global_average_pool
