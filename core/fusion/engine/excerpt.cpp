// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/excerpt.h"

#include <utility>
#include <vector>

namespace edgewright::fusion {

ir::Graph excerpt(const ir::Graph& graph, const ir::Patch& patch) {
    std::vector<bool> written(graph.valueCount() + patch.values.size(), false);
    std::vector<bool> used(written.size(), false);
    for (const ir::Node& node : patch.added) {
        for (const ValueId output : node.outputs)
            if (output.valid()) written[output.index()] = used[output.index()] = true;
        for (const ValueId input : node.inputs)
            if (input.valid()) used[input.index()] = true;
        for (const ValueId captured : ir::capturedValues(node))
            used[captured.index()] = true;
    }
    ir::Graph result;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const bool old = i < graph.valueCount();
        ir::Value value;
        if (used[i]) value = old ? graph.value(ValueId(i)) : patch.values[i - graph.valueCount()];
        value.outer.reset();
        if (!written[i] && !value.constant && value.folded) value.constant = value.folded;
        const bool isInput = used[i] && !written[i] && !value.constant;
        const ValueId id = result.addValue(std::move(value));
        if (isInput) result.inputs.push_back(id);
        if (written[i]) result.outputs.push_back(id);
    }
    for (const ir::Node& node : patch.added)
        result.addNode(node);
    return result;
}

} // namespace edgewright::fusion
