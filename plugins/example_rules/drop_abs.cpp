// SPDX-License-Identifier: GPL-3.0-or-later
// A fusion rule in a module of its own: Abs behind an operator whose results are never negative does nothing.
#include "core/fusion/rule_plugin.h"

#include <algorithm>
#include <array>

namespace {

using namespace edgewright;
using namespace edgewright::fusion;

Match match(const GraphView& view, NodeId id) {
    static constexpr std::array<std::string_view, 6> NeverNegative{"Abs",     "Exp",     "Relu",
                                                                   "Sigmoid", "Softmax", "Softplus"};
    const ir::Node& abs = view.graph.node(id);
    if (!abs.is("Abs")) return NoMatch{};
    const ir::Node* source = view.producer(abs.input(0));
    if (!source || !source->domain.empty() ||
        std::ranges::find(NeverNegative, source->op) == NeverNegative.end())
        return NoMatch{};
    // Without the node, the output would have to take another tensor's name.
    if (view.graph.isOutput(abs.output(0)))
        return Refused{{id, source->id}, {abs.output(0)}, abs.label() + " writes an output of the model"};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    patch.redirect(abs.output(0), abs.input(0));
    return Applied{patch.take(),
                   {id, source->id},
                   source->label() + " gives nothing negative that " + abs.label() + " could change"};
}

const Rule dropAbs{"drop_abs", "Abs of what is never negative", match, "Relu -> Abs", "Relu"};

} // namespace

EDGEWRIGHT_RULE_PLUGIN("example rules", &dropAbs)
