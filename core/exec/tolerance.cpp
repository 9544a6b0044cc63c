// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/tolerance.h"

#include "core/ir/order.h"

#include <algorithm>
#include <cmath>

namespace edgewright::exec {

namespace {

constexpr double AboutZero = 2e-7;
constexpr double OneRounding = 1e-7; // of float32: 2^-24 to 2^-23 of the value
constexpr int DeepModel = 100;       // operators in a row

} // namespace

Tolerance Tolerance::ofModel(const ir::Graph& graph) { return norm(depthOf(graph) > DeepModel ? 1e-3 : 1e-4); }

bool agrees(const Difference& difference, ir::DataType type, const Tolerance& tolerance) {
    if (!difference.sameShape || difference.nonFinite > 0) return false;
    if (tolerance.rule == Tolerance::Rule::Elements) {
        if (!ir::isFloating(type)) return difference.maxAbs == 0;
        return difference.ofAllowance <= 1 || difference.relNorm <= OneRounding;
    }
    return difference.relNorm <= tolerance.limit || difference.maxAbs <= AboutZero;
}

int depthOf(const ir::Graph& graph) {
    std::vector<int> depth(graph.valueCount(), 0);
    int deepest = 0;
    for (const NodeId id : ir::executionOrder(graph).nodes) {
        const ir::Node& node = graph.node(id);
        std::vector<ValueId> reads = ir::capturedValues(node);
        reads.insert(reads.end(), node.inputs.begin(), node.inputs.end());
        int before = -1;
        for (const ValueId read : reads)
            if (read.valid() && graph.contains(read) && !graph.value(read).known())
                before = std::max(before, depth[read.index()]);
        if (before < 0) continue;
        deepest = std::max(deepest, before + 1);
        for (const ValueId out : node.outputs)
            if (out.valid() && graph.contains(out)) depth[out.index()] = before + 1;
    }
    return deepest;
}

} // namespace edgewright::exec
