// SPDX-License-Identifier: GPL-3.0-or-later
// An operator between DequantizeLinear and QuantizeLinear that com.microsoft has on codes: sums, products of
// elements, joined tensors, averages, activations. Those of ONNX Runtime, bit by bit.
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/clip_bounds.h"
#include "core/fusion/patterns/coding.h"

#include <algorithm>
#include <array>

namespace edgewright::fusion::qdq_to_integer_codes {

namespace {

enum class Operands {
    Pair, // a, scale, zero point, b, scale, zero point; then those of the output
    One,  // x, scale, zero point; then those of the output
    Many, // scale and zero point of the output; then of each input itself, scale and zero point
};

struct Integer {
    std::string_view op, made;
    Operands operands;
};
constexpr std::array Integers{
    Integer{"Add", "QLinearAdd", Operands::Pair},
    Integer{"Mul", "QLinearMul", Operands::Pair},
    Integer{"Concat", "QLinearConcat", Operands::Many},
    Integer{"AveragePool", "QLinearAveragePool", Operands::One},
    Integer{"GlobalAveragePool", "QLinearGlobalAveragePool", Operands::One},
    Integer{"Sigmoid", "QLinearSigmoid", Operands::One},
    Integer{"LeakyRelu", "QLinearLeakyRelu", Operands::One},
    Integer{"Softmax", "QLinearSoftmax", Operands::One},
};

const Integer* integerOf(const ir::Node& node) {
    if (!node.domain.empty()) return nullptr;
    const auto found = std::ranges::find(Integers, node.op, &Integer::op);
    return found == Integers.end() ? nullptr : &*found;
}

std::optional<Obstacle> whyNotOnCodes(const ir::Node& node) {
    if (!node.is("AveragePool")) return std::nullopt;
    if (std::ranges::any_of(node.ints("dilations"), [](std::int64_t each) { return each != 1; }))
        return Obstacle{say("{1} is dilated, and {2} is not", node.label(), "QLinearAveragePool"),
                        node.input(0)};
    return std::nullopt;
}

struct Found {
    std::vector<Coding> inputs;
    Coding output;
    const ir::Node* clip = nullptr;     // between the operator and QuantizeLinear
    const ir::Node* quantize = nullptr; // that reads the result
};

// Of every input and of the output; NoMatch where one of them is no code.
std::variant<NoMatch, Obstacle, Found> found(const GraphView& view, const ir::Node& node) {
    Found result;
    for (const ValueId input : node.inputs) {
        const ir::Node* producer = input.valid() ? view.producer(input) : nullptr;
        if (!producer || !producer->is("DequantizeLinear")) return NoMatch{};
        result.inputs.push_back({producer});
    }
    const ir::Node* reader = view.onlyConsumer(node.output(0));
    if (reader && isClip(*reader)) {
        result.clip = reader;
        reader = view.onlyConsumer(reader->output(0));
    }
    if (!reader || !reader->is("QuantizeLinear")) return NoMatch{};
    result.quantize = reader;
    result.output.node = reader;
    const auto readCoding = [&](Coding& coding, ValueId codes) -> std::optional<Obstacle> {
        auto read = codingOf(view, *coding.node, typeOf(view, codes).dtype);
        if (auto* obstacle = std::get_if<Obstacle>(&read)) return std::move(*obstacle);
        coding = std::get<Coding>(std::move(read));
        return whyNoBytes(coding, codes, true);
    };
    for (Coding& each : result.inputs)
        if (auto obstacle = readCoding(each, each.node->input(0))) return std::move(*obstacle);
    if (auto obstacle = readCoding(result.output, reader->output(0))) return std::move(*obstacle);
    for (const Coding& each : result.inputs)
        if (each.type != result.output.type)
            return Obstacle{say("{1} reads and writes codes of different types", node.label()),
                            reader->output(0)};
    if (auto obstacle = whyNotOnCodes(node)) return std::move(*obstacle);
    if (result.clip)
        if (auto obstacle = whyClipMatters(view, *result.clip, result.output)) return std::move(*obstacle);
    return result;
}

ir::Node integerNode(const GraphView& view, const ir::Node& node, const Integer& integer, const Found& found,
                     ir::PatchBuilder& patch) {
    const auto name = [&](ValueId value) { return view.graph.value(value).name; };
    ir::Node made = node;
    made.domain = "com.microsoft";
    made.op = integer.made;
    made.origins.clear();
    made.inputs.clear();
    const auto addParameters = [&](const Coding& coding, ValueId codes) {
        made.inputs.insert(made.inputs.end(), {coding.scale, zeroOf(coding, name(codes), patch)});
    };
    const ValueId out = found.quantize->output(0);
    if (integer.operands == Operands::Many) addParameters(found.output, out);
    for (const Coding& each : found.inputs) {
        made.inputs.push_back(each.node->input(0));
        addParameters(each, each.node->input(0));
    }
    if (integer.operands != Operands::Many) addParameters(found.output, out);
    made.outputs = {out};
    if (node.is("Softmax")) {
        made.set("opset", view.opset());
        if (!node.find("axis")) made.set("axis", std::int64_t(view.opset() < 13 ? 1 : -1));
    }
    return made;
}

//   a8 -> DequantizeLinear -> Add -> Relu -> QuantizeLinear -> y8        =>      a8 -> QLinearAdd -> y8
//   b8 -> DequantizeLinear ---^                                                  b8 ---^
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    const Integer* integer = integerOf(node);
    if (!integer || typeOf(view, node.output(0)).dtype != ir::DataType::Float32) return NoMatch{};
    auto looked = found(view, node);
    if (std::holds_alternative<NoMatch>(looked)) return NoMatch{};
    std::vector<NodeId> nodes{id};
    if (auto* obstacle = std::get_if<Obstacle>(&looked)) {
        for (const ValueId input : node.inputs)
            nodes.push_back(view.producer(input)->id);
        return Refused{nodes, {obstacle->tensor}, std::move(obstacle->reason)};
    }
    const Found& all = std::get<Found>(looked);
    for (const Coding& each : all.inputs)
        if (std::ranges::find(nodes, each.node->id) == nodes.end()) nodes.push_back(each.node->id);
    if (all.clip) nodes.push_back(all.clip->id);
    nodes.push_back(all.quantize->id);

    ir::PatchBuilder patch(view.graph);
    const auto isShared = [&](NodeId each) {
        return std::ranges::any_of(all.inputs, [&](const Coding& coding) { return coding.node->id == each; }) &&
               !isPrivate(view, view.graph.node(each).output(0), id);
    };
    for (const NodeId each : nodes)
        if (!isShared(each)) patch.remove(each);
    patch.add(integerNode(view, node, *integer, all, patch));
    const std::string reason =
        say("{1} works on codes and writes those of {2}", node.label(), all.quantize->label());
    return Applied{patch.take(), std::move(nodes), reason};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Sum, product of elements, average, activation or joined tensors on codes"),
    .match = match,
    .before = "DequantizeLinear -> Add -> QuantizeLinear",
    .after = "QLinearAdd",
    .changesQuantizedValues = true,
    .roots = {"Add", "Mul", "Concat", "AveragePool", "GlobalAveragePool", "Sigmoid", "LeakyRelu", "Softmax"},
};

} // namespace edgewright::fusion::qdq_to_integer_codes
