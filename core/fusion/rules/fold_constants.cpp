// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"

namespace edgewright::fusion {

namespace {

//   Shape(x) -> s -> A        =>      s' (initializer) -> A
//   Constant -> c -> A        =>      c' (initializer) -> A
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    std::size_t outputs = 0;
    for (const ValueId output : node.outputs) {
        if (!output.valid()) continue;
        const auto& folded = view.graph.value(output).folded;
        if (!folded || !folded->hasData()) return NoMatch{};
        ++outputs;
    }
    if (outputs == 0) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    for (const ValueId output : node.outputs) {
        if (!output.valid()) continue;
        const ir::Value& value = view.graph.value(output);
        if (view.graph.isOutput(output))
            return Refused{{id},
                           {output},
                           "the output of " + node.label() + ", '" + value.name +
                               "', is a graph output: some operator has to write it"};
        if (const auto reader = capturedBy(view, output))
            return Refused{{id},
                           {output},
                           "the output of " + node.label() + " is read inside a subgraph of " +
                               view.graph.node(*reader).label()};
        patch.redirect(output, patch.constant(value.name + "_constant", *value.folded));
    }
    return Applied{patch.take(), {id},
                   node.is("Constant") ? node.label() + " holds a constant"
                                       : "the result of " + node.label() + " follows from constants and shapes alone"};
}

} // namespace

extern const Rule fold_constants;
const Rule fold_constants{"fold_constants", "Results that follow from constants and shapes become initializers", match,
                          "Shape(x) -> A", "initializer -> A"};

} // namespace edgewright::fusion
