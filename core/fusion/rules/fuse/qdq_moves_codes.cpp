// SPDX-License-Identifier: GPL-3.0-or-later
// An operator that only moves elements, or takes the largest, between DequantizeLinear and QuantizeLinear of
// the same scale and zero point: it does the same with the codes, exactly.
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/coding.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace edgewright::fusion::qdq_moves_codes {

namespace {

// MaxPool takes codes since opset 12.
constexpr std::int64_t MaxPoolOfCodes = 12;
constexpr std::array<std::string_view, 12> Movements{"MaxPool", "Reshape",      "Flatten",      "Transpose",
                                                     "Squeeze", "Unsqueeze",    "Slice",        "Split",
                                                     "Gather",  "DepthToSpace", "SpaceToDepth", "Resize"};

//   x8 -> DequantizeLinear -> MaxPool -> QuantizeLinear -> y8        =>        x8 -> MaxPool -> y8
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.domain.empty() || std::ranges::find(Movements, node.op) == Movements.end()) return NoMatch{};
    if (node.outputs.empty() || (node.outputs.size() > 1 && !node.is("Split"))) return NoMatch{};
    if (node.is("Resize") && node.stringOr("mode", "nearest") != "nearest") return NoMatch{};
    const ir::Node* dequantize = view.producer(node.input(0));
    if (!dequantize || !dequantize->is("DequantizeLinear")) return NoMatch{};
    std::vector<NodeId> nodes{id, dequantize->id};
    std::vector<const ir::Node*> quantizes; // of each output
    for (const ValueId output : node.outputs) {
        const ir::Node* quantize = view.onlyConsumer(output);
        if (!quantize || !quantize->is("QuantizeLinear")) return NoMatch{};
        if (typeOf(view, output).dtype != ir::DataType::Float32) return NoMatch{};
        quantizes.push_back(quantize);
        nodes.push_back(quantize->id);
    }
    const auto refuse = [&](Obstacle obstacle) {
        return Refused{nodes, {obstacle.tensor}, std::move(obstacle.reason)};
    };
    const ValueId from = dequantize->input(0);
    auto in = codingOf(view, *dequantize, typeOf(view, from).dtype);
    if (auto* obstacle = std::get_if<Obstacle>(&in)) return refuse(std::move(*obstacle));
    const Coding& x = std::get<Coding>(in);
    if (auto obstacle = whyNoBytes(x, from, true)) return refuse(std::move(*obstacle));
    std::vector<ValueId> to;
    for (const ir::Node* quantize : quantizes) {
        to.push_back(quantize->output(0));
        auto out = codingOf(view, *quantize, typeOf(view, to.back()).dtype);
        if (auto* obstacle = std::get_if<Obstacle>(&out)) return refuse(std::move(*obstacle));
        if (!sameCoding(view, x, std::get<Coding>(out)))
            return refuse(
                {say("the codes before and after {1} have different scales or zero points", node.label()),
                 to.back()});
    }
    if (node.is("MaxPool") && view.opset() < MaxPoolOfCodes) {
        Refused refused =
            refuse({say("{1} takes no codes before opset {2}", node.op, MaxPoolOfCodes), to.front()});
        refused.neededOpset = MaxPoolOfCodes;
        return refused;
    }
    ir::PatchBuilder patch(view.graph);
    ir::Node made = node;
    made.origins.clear();
    made.inputs[0] = from;
    made.outputs = to;
    patch.remove(id);
    if (isPrivate(view, node.input(0), id)) patch.remove(dequantize->id);
    for (const ir::Node* quantize : quantizes)
        patch.remove(quantize->id);
    patch.add(std::move(made));
    return Applied{patch.take(), nodes, say("{1} moves the codes themselves", node.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Movement of codes instead of what they stand for"),
    .match = match,
    .before = "DequantizeLinear -> MaxPool -> QuantizeLinear",
    .after = TRANSLATABLE("Rule", "MaxPool of codes"),
    .roots = {Movements.begin(), Movements.end()},
};

} // namespace edgewright::fusion::qdq_moves_codes
