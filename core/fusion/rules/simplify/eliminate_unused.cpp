// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"

#include <algorithm>

namespace edgewright::fusion::eliminate_unused {

namespace {

//   x -> A -> (nobody)        =>      x
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (view.graph.outputs.empty()) return NoMatch{}; // then nothing is ever read
    const bool read = std::ranges::any_of(node.outputs, [&](ValueId output) {
        return output.valid() && (!view.connections.consumers(output).empty() || view.graph.isOutput(output));
    });
    if (read) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    return Applied{patch.take(), {id}, say("nobody reads the output of {1}", node.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Drop operators whose results nobody reads"),
    .match = match,
    .before = TRANSLATABLE("Rule", "A -> (nobody)"),
    .after = TRANSLATABLE("Rule", "nothing"),
};

} // namespace edgewright::fusion::eliminate_unused
