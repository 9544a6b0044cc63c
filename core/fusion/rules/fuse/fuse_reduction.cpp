// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/region.h"

namespace edgewright::fusion::fuse_reduction {

namespace {

//   Sub -> Pow -> ReduceMean        =>      [Sub, Pow, ReduceMean]
//
// The reduction computes its operands as it reads them; what it reduced is never written.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& root = view.graph.node(id);
    if (patternOf(root) > ops::Pattern::Injective) return NoMatch{};
    const Region region = growRegion(view, id, [&](const ir::Node& reader, const auto&, bool last) {
        return last ? reduces(reader) : patternOf(reader) <= ops::Pattern::Injective;
    });
    if (region.grown()) {
        const ir::Node& reduction = view.graph.node(region.members.back());
        return Applied{groupPatch(view, region.members), region.members,
                       say("{1} computes the output of {2} while it reduces", reduction.label(), root.label())};
    }
    return whyNotGrown(view, root, region, reduces);
}

} // namespace

extern const Rule entry{
    .summary =
        TRANSLATABLE("Rule", "Element-wise operators and data movement into the reduction that reads them"),
    .match = match,
    .before = "Mul -> ReduceMean",
    .after = "[Mul, ReduceMean]",
    .groups = true,
};

} // namespace edgewright::fusion::fuse_reduction
