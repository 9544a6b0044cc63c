// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/upgrade/upgrade.h"

#include "core/fusion/matching.h"
#include "core/ir/subgraphs.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace edgewright::fusion {

namespace {

constexpr int MaxNesting = 64; // of subgraphs

// Softmax before opset 13 takes everything behind its axis as one.
bool alongInnerAxis(const ir::Graph& graph, const ir::Node& softmax) {
    const auto rank = typeOf(graph, softmax.input(0)).rank();
    const std::int64_t axis = softmax.intOr("axis", -1);
    return rank && axis != -1 && axis + 1 != static_cast<std::int64_t>(*rank);
}

// The opset that has the operator as this node writes it.
std::int64_t neededBy(const ir::Graph& graph, const ir::Node& node) {
    std::int64_t form = 1;
    if (node.is("DepthToSpace") && node.stringOr("mode", "DCR") != "DCR") form = 11;
    if (node.is("Gemm")) form = node.hasInput(2) ? 7 : 11;
    if (node.is("GroupNormalization")) form = 21; // one scale for each channel
    if (node.is("AveragePool") && node.find("count_include_pad")) form = 7;
    if ((node.is("Softmax") || node.is("LogSoftmax")) && alongInnerAxis(graph, node)) form = 13;
    return std::max(form, introducedIn(node.op, typeOf(graph, node.output(0)).dtype));
}

// How many nodes of each operator there are that need more than opset 1, by what they need.
using Counts = std::map<std::pair<std::string_view, std::int64_t>, std::size_t>;

void collect(const ir::Graph& graph, int depth, Counts& counts) {
    if (depth > MaxNesting) return;
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (node.domain.empty() && !node.body)
            if (const std::int64_t needed = neededBy(graph, node); needed > 1) ++counts[{node.op, needed}];
        if (node.body) collect(*node.body, depth + 1, counts);
        ir::forEachSubgraph(node, [&](const ir::Subgraph& inner) { collect(*inner, depth + 1, counts); });
    }
}

} // namespace

std::int64_t introducedIn(std::string_view op, ir::DataType type) {
    const ops::Operator* known = ops::find("", op);
    if (!known) return 1;
    return type == ir::DataType::BFloat16 ? std::max(known->since, known->sinceBfloat16) : known->since;
}

std::int64_t opsetNeeded(const ir::Graph& graph, const ir::Graph& base) {
    Counts before;
    Counts after;
    collect(base, 0, before);
    collect(graph, 0, after);
    std::int64_t needed = 1;
    for (const auto& [form, count] : after) {
        const auto it = before.find(form);
        if (it == before.end() || it->second < count) needed = std::max(needed, form.second);
    }
    return needed;
}

} // namespace edgewright::fusion
