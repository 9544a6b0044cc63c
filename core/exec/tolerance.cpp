// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/tolerance.h"

#include "core/base/say.h"
#include "core/ir/order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace edgewright::exec {

namespace {

constexpr double OneRounding = 1e-7; // of float32: 2^-24 to 2^-23 of the value
constexpr double HalfRoundings = 8;  // errors of n in a row add up to about sqrt(n) of one
constexpr int DeepModel = 100;       // operators in a row

} // namespace

Tolerance Tolerance::elements(ir::DataType coarsest) {
    const double limit =
        std::max(BackendRelative, coarsest == ir::DataType::BFloat16 ? 2 * unitRoundoff(coarsest) : 0);
    return {Rule::Elements, limit, limit * (BackendAbsolute / BackendRelative)};
}

Tolerance Tolerance::norm(double limit, ir::DataType coarsest) {
    const bool half = coarsest == ir::DataType::Float16 || coarsest == ir::DataType::BFloat16;
    return {Rule::Norm, half ? std::max(limit, HalfRoundings * unitRoundoff(coarsest)) : limit};
}

Tolerance Tolerance::ofModel(const ir::Graph& graph, ir::DataType coarsest) {
    if (depthOf(graph) <= DeepModel) return norm(1e-4, coarsest);
    return norm(std::max(1e-3, 2 * HalfRoundings * unitRoundoff(coarsest)), coarsest);
}

std::string Tolerance::text() const {
    std::array<char, 32> relative{}, absolute{};
    std::snprintf(relative.data(), relative.size(), "%.2g", limit);
    std::snprintf(absolute.data(), absolute.size(), "%.0e", floor);
    return rule == Rule::Norm
               ? say("{1} ||reference||, or {2} in each element", relative.data(), absolute.data())
               : say("{1} |reference| + {2} in each element", relative.data(), absolute.data());
}

double unitRoundoff(ir::DataType type) {
    return std::ldexp(1.0, type == ir::DataType::Float16 ? -11 : type == ir::DataType::BFloat16 ? -8 : -24);
}

bool agrees(const Difference& difference, ir::DataType type, const Tolerance& tolerance) {
    if (!difference.sameShape || difference.nonFinite > 0) return false;
    if (tolerance.rule == Tolerance::Rule::Elements) {
        if (!ir::isFloating(type)) return difference.maxAbs <= tolerance.floor;
        return difference.backendRatio * BackendRelative <= tolerance.limit ||
               difference.relNorm <= OneRounding;
    }
    return difference.relNorm <= tolerance.limit || difference.maxAbs <= tolerance.floor;
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
