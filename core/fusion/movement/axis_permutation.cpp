// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/movement/axis_permutation.h"

#include "core/fusion/matching.h"

#include <algorithm>
#include <array>

namespace edgewright::fusion {

namespace {

bool isOneOf(std::string_view op, std::initializer_list<std::string_view> ops) {
    return std::ranges::find(ops, op) != ops.end();
}

// Element-wise after the catalogue, but they count axes from the front or have none to speak of.
constexpr std::array<std::string_view, 6> CountingAxes{"Affine", "BatchNormalization", "BitCast",
                                                       "Expand", "ImageScaler",        "Scaler"};

bool usesOneOutput(const GraphView& view, const ir::Node& node) {
    for (std::size_t i = 1; i < node.outputs.size(); ++i) {
        const ValueId output = node.outputs[i];
        if (output.valid() && (!view.connections.consumers(output).empty() || view.graph.isOutput(output)))
            return false;
    }
    return true;
}

bool holdsOneElement(const GraphView& view, ValueId value, std::size_t rank) {
    const ir::TensorType& type = typeOf(view, value);
    return type.elements() == 1 && type.rank() <= rank;
}

enum class Kind { None, ElementWise, Broadcasting, Joining, OneAxis, Axes, Padding, Slicing, Quantization };

Kind kindOf(const GraphView& view, const ir::Node& node) {
    if (!node.domain.empty() || node.body || node.inputs.empty()) return Kind::None;
    const std::string_view op = node.op;
    if (op == "Concat") return Kind::Joining;
    if (op == "Split") return Kind::OneAxis;
    if (isOneOf(op, {"Softmax", "LogSoftmax", "Hardmax"}))
        return view.opset() >= 13 ? Kind::OneAxis : Kind::None;
    if (op == "Pad") return Kind::Padding;
    if (op == "Slice") return Kind::Slicing;
    if (isOneOf(op, {"QuantizeLinear", "DequantizeLinear"})) return Kind::Quantization;
    if (op.starts_with("Reduce")) return node.intOr("keepdims", 1) == 1 ? Kind::Axes : Kind::None;
    const ops::Operator* found = ops::find(node.domain, node.op);
    if (!found || std::ranges::find(CountingAxes, op) != CountingAxes.end()) return Kind::None;
    if (found->pattern == ops::Pattern::ElementWise && usesOneOutput(view, node)) return Kind::ElementWise;
    if (found->pattern == ops::Pattern::Broadcast && view.opset() >= 7) return Kind::Broadcasting;
    return Kind::None;
}

} // namespace

std::optional<std::vector<std::size_t>> axisInputs(const GraphView& view, const ir::Node& node,
                                                   std::size_t rank) {
    const Kind kind = kindOf(view, node);
    if (kind == Kind::None || typeOf(view, node.output(0)).rank() != rank) return std::nullopt;
    const bool all = kind == Kind::Broadcasting || kind == Kind::Joining;
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId input = node.inputs[i];
        if (!input.valid()) continue;
        if (all || i == 0) {
            if (kind == Kind::Broadcasting && holdsOneElement(view, input, rank) && !view.producer(input))
                continue;
            const auto own = typeOf(view, input).rank();
            const bool aligned = kind == Kind::Broadcasting && knownTensor(view, input) && own && *own <= rank;
            if (own != rank && !aligned) return std::nullopt;
            result.push_back(i);
        } else if (kind == Kind::ElementWise || kind == Kind::Quantization) {
            const auto elements = typeOf(view, input).elements();
            const bool row =
                kind == Kind::Quantization && typeOf(view, input).rank() == std::optional<std::size_t>(1);
            if (elements != 1 && !row) return std::nullopt;
        }
    }
    if (kind == Kind::Axes && isGiven(node, "axes", 1) && !listOf(view, node, "axes", 1)) return std::nullopt;
    if (kind == Kind::Padding && view.opset() >= 11 &&
        (!knownInts(view, node.input(1)) || (node.hasInput(3) && !knownInts(view, node.input(3)))))
        return std::nullopt;
    if (kind == Kind::Slicing && isGiven(node, "axes", 3) && !listOf(view, node, "axes", 3))
        return std::nullopt;
    if (kind == Kind::Slicing && !typeOf(view, node.input(1)).elements() && !node.find("starts"))
        return std::nullopt;
    if (result.empty()) return std::nullopt;
    return result;
}

std::optional<ir::Node> withAxesMoved(const GraphView& view, ir::PatchBuilder& patch, const ir::Node& node,
                                      const Permutation& to) {
    ir::Node moved = node;
    const std::string& name = view.graph.value(node.output(0)).name;
    const auto movedAxes = [&](const Ints& axes) -> std::optional<Ints> {
        const auto normal = normalisedAxes(axes, to.size());
        if (!normal) return std::nullopt;
        Ints result;
        for (const std::size_t axis : *normal)
            result.push_back(static_cast<std::int64_t>(to[axis]));
        return result;
    };
    // Where the list is an attribute it stays one, where it is an input it becomes another constant.
    const auto setList = [&](const char* attribute, std::size_t input, Ints values) {
        if (node.find(attribute) || view.opset() < 10) {
            moved.set(attribute, std::move(values));
            return;
        }
        moved.inputs.resize(std::max(moved.inputs.size(), input + 1));
        moved.inputs[input] =
            patch.constant(name + "_" + attribute,
                           ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values));
    };
    switch (kindOf(view, node)) {
    case Kind::None:
        return std::nullopt;
    case Kind::ElementWise:
    case Kind::Broadcasting:
        return moved;
    case Kind::Joining:
    case Kind::OneAxis: {
        const std::int64_t fallback = node.op == "Split" ? 0 : -1;
        const auto axis = node.op == "Concat" ? concatAxis(view, node)
                                              : normalisedAxis(node.intOr("axis", fallback), to.size());
        if (!axis) return std::nullopt;
        moved.set("axis", static_cast<std::int64_t>(to[*axis]));
        return moved;
    }
    case Kind::Quantization: {
        if (!node.hasInput(1) || typeOf(view, node.input(1)).elements() == 1) return moved;
        const auto axis = normalisedAxis(node.intOr("axis", 1), to.size());
        if (!axis) return std::nullopt;
        moved.set("axis", static_cast<std::int64_t>(to[*axis]));
        return moved;
    }
    case Kind::Axes: {
        const auto axes = listOf(view, node, "axes", 1);
        if (!axes || axes->empty()) return moved; // all of them, or none
        auto there = movedAxes(*axes);
        if (!there) return std::nullopt;
        std::ranges::sort(*there);
        setList("axes", 1, *std::move(there));
        return moved;
    }
    case Kind::Padding: {
        if (view.opset() >= 11 && node.hasInput(3)) {
            auto there = movedAxes(*knownInts(view, node.input(3)));
            if (!there) return std::nullopt;
            moved.inputs[3] = patch.constant(
                name + "_axes",
                ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(there->size())}, *there));
            return moved;
        }
        const auto pads = listOf(view, node, view.opset() >= 11 ? "" : padsAttribute(view), 1);
        if (!pads || pads->size() != 2 * to.size()) return std::nullopt;
        Ints there(pads->size());
        for (std::size_t axis = 0; axis < to.size(); ++axis) {
            there[to[axis]] = (*pads)[axis];
            there[to[axis] + to.size()] = (*pads)[axis + to.size()];
        }
        if (view.opset() < 11)
            moved.set(std::string(padsAttribute(view)), std::move(there));
        else
            moved.inputs[1] = patch.constant(
                name + "_pads", ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(there.size())}, there));
        return moved;
    }
    case Kind::Slicing: {
        Ints axes;
        if (isGiven(node, "axes", 3)) {
            axes = *listOf(view, node, "axes", 3);
        } else {
            const auto count = node.find("starts") ? static_cast<std::int64_t>(node.ints("starts").size())
                                                   : typeOf(view, node.input(1)).elements().value_or(-1);
            if (count < 0 || count > static_cast<std::int64_t>(to.size())) return std::nullopt;
            for (std::int64_t axis = 0; axis < count; ++axis)
                axes.push_back(axis);
        }
        auto there = movedAxes(axes);
        if (!there) return std::nullopt;
        setList("axes", 3, *std::move(there));
        return moved;
    }
    }
    return std::nullopt;
}

} // namespace edgewright::fusion
