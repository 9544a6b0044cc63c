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
constexpr std::array<std::string_view, 11> Movements{"MaxPool",      "Reshape",      "Flatten", "Transpose",
                                                     "Squeeze",      "Unsqueeze",    "Slice",   "Gather",
                                                     "DepthToSpace", "SpaceToDepth", "Resize"};

//   x8 -> DequantizeLinear -> MaxPool -> QuantizeLinear -> y8        =>        x8 -> MaxPool -> y8
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.domain.empty() || node.outputs.size() != 1 ||
        std::ranges::find(Movements, node.op) == Movements.end())
        return NoMatch{};
    if (typeOf(view, node.output(0)).dtype != ir::DataType::Float32) return NoMatch{};
    const ir::Node* dequantize = view.producer(node.input(0));
    const ir::Node* quantize = view.onlyConsumer(node.output(0));
    if (!dequantize || !quantize || !dequantize->is("DequantizeLinear") || !quantize->is("QuantizeLinear"))
        return NoMatch{};
    if (node.is("Resize") && node.stringOr("mode", "nearest") != "nearest") return NoMatch{};
    const ValueId from = dequantize->input(0), to = quantize->output(0);
    const std::vector<NodeId> nodes{id, dequantize->id, quantize->id};
    const auto refuse = [&](Obstacle obstacle) {
        return Refused{nodes, {obstacle.tensor}, std::move(obstacle.reason)};
    };
    auto in = codingOf(view, *dequantize, typeOf(view, from).dtype);
    if (auto* obstacle = std::get_if<Obstacle>(&in)) return refuse(std::move(*obstacle));
    auto out = codingOf(view, *quantize, typeOf(view, to).dtype);
    if (auto* obstacle = std::get_if<Obstacle>(&out)) return refuse(std::move(*obstacle));
    const Coding &x = std::get<Coding>(in), &y = std::get<Coding>(out);
    if (auto obstacle = whyNoBytes(x, from, true)) return refuse(std::move(*obstacle));
    if (!sameCoding(view, x, y))
        return refuse(
            {say("the codes before and after {1} have different scales or zero points", node.label()), to});
    if (node.is("MaxPool") && view.opset() < MaxPoolOfCodes) {
        Refused refused = refuse({say("{1} takes no codes before opset {2}", node.op, MaxPoolOfCodes), to});
        refused.neededOpset = MaxPoolOfCodes;
        return refused;
    }
    ir::PatchBuilder patch(view.graph);
    ir::Node made = node;
    made.origins.clear();
    made.inputs[0] = from;
    made.outputs = {to};
    patch.remove(id);
    if (isPrivate(view, node.input(0), id)) patch.remove(dequantize->id);
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
