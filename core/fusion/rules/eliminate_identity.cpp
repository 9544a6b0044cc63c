// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

bool allEqual(const std::optional<std::vector<std::int64_t>>& values, std::int64_t wanted) {
    return values && std::ranges::all_of(*values, [&](std::int64_t value) { return value == wanted; });
}

bool isUsed(const GraphView& view, const ir::Node& node, std::size_t output) {
    const ValueId id = node.output(output);
    return id.valid() && (!view.connections.consumers(id).empty() || view.graph.isOutput(id));
}

bool dropsNothing(const GraphView& view, const ir::Node& node) {
    if (isUsed(view, node, 1)) return false; // the mask
    if (!node.hasInput(2)) return true;
    if (knownScalar(view, node.input(1)) == 0.0) return true;
    const ir::Tensor* training = knownTensor(view, node.input(2));
    return training && training->elements() == 1 && ir::elementAsInt64(*training, 0) == 0;
}

bool identityPermutation(const GraphView& view, const ir::Node& node) {
    const auto perm = node.ints("perm");
    for (std::size_t i = 0; i < perm.size(); ++i)
        if (perm[i] != static_cast<std::int64_t>(i)) return false;
    const auto rank = typeOf(view, node.input(0)).rank();
    return !perm.empty() || (rank && *rank <= 1);
}

bool padsNothing(const GraphView& view, const ir::Node& node) {
    if (view.opset() >= 11) return allEqual(knownInts(view, node.input(1)), 0);
    const auto pads = node.ints(view.opset() >= 2 ? "pads" : "paddings");
    return !pads.empty() && allEqual(pads, 0);
}

// Of equal shapes, only a negative step can still move elements.
bool slicesForward(const GraphView& view, const ir::Node& node) {
    if (!node.hasInput(4)) return true;
    const auto steps = knownInts(view, node.input(4));
    return steps && std::ranges::all_of(*steps, [](std::int64_t step) { return step > 0; });
}

// x + 0, x - 0, x * 1, x / 1; the index of x, when the other operand is that constant.
std::optional<std::size_t> neutralOperand(const GraphView& view, const ir::Node& node) {
    const bool sum = node.is("Add") || node.is("Sub");
    const bool product = node.is("Mul") || node.is("Div");
    if ((!sum && !product) || node.inputs.size() != 2) return std::nullopt;
    const bool commutes = node.is("Add") || node.is("Mul");
    for (std::size_t x = 0; x < (commutes ? 2U : 1U); ++x) {
        const ir::Tensor* other = knownTensor(view, node.input(1 - x));
        if (!other || other->elements() == 0 || !ir::isFloating(other->dtype())) continue;
        bool neutral = true;
        for (std::int64_t i = 0; neutral && i < other->elements(); ++i)
            neutral = ir::elementAsDouble(*other, i) == (sum ? 0.0 : 1.0);
        if (neutral) return x;
    }
    return std::nullopt;
}

// The index of the input that the node passes on; empty when it does more than that.
std::optional<std::size_t> passedOn(const GraphView& view, const ir::Node& node) {
    if (!node.domain.empty() || node.inputs.empty()) return std::nullopt;
    const ir::TensorType& in = typeOf(view, node.input(0));
    const ir::TensorType& out = typeOf(view, node.output(0));
    const bool same = sameShape(in, out) && in.dtype == out.dtype;
    const std::optional<std::size_t> first(0);
    if (node.op == "Identity") return first;
    if (node.op == "Dropout" && dropsNothing(view, node)) return first;
    if ((node.op == "Cast" || node.op == "CastLike") && in.dtype == out.dtype &&
        in.dtype != ir::DataType::Undefined)
        return first;
    if (node.op == "Transpose" && identityPermutation(view, node)) return first;
    if (node.op == "Pad" && padsNothing(view, node)) return first;
    if (node.op == "Slice" && same && slicesForward(view, node)) return first;
    for (const char* op : {"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Expand", "Tile"})
        if (node.op == op && same) return first;
    for (const char* op : {"Concat", "Sum", "Max", "Min", "Mean"})
        if (node.op == op && node.inputs.size() == 1) return first;
    if (node.op == "Split" && node.outputs.size() == 1 && same) return first;
    if (const auto x = neutralOperand(view, node)) {
        const ir::TensorType& type = typeOf(view, node.input(*x));
        const ir::Tensor& other = *knownTensor(view, node.input(1 - *x));
        const bool keepsShape = other.elements() == 1 && type.rank() && type.rank() >= other.dims().size();
        if (type.dtype == out.dtype && (keepsShape || sameShape(type, out))) return x;
    }
    return std::nullopt;
}

//   x -> Identity -> y -> A        =>      x -> A
//   P -> x -> Identity -> (y)      =>      P -> (y)       when y is a graph output: it keeps its name
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    const auto index = passedOn(view, node);
    if (!index) return NoMatch{};
    const ValueId x = node.input(*index);
    const ValueId y = node.output(0);
    if (!x.valid() || !y.valid()) return NoMatch{};
    const auto refuse = [&](std::string reason, ValueId tensor) {
        return Refused{{id}, {tensor}, std::move(reason)};
    };
    const std::string reason = node.label() + " passes its input on unchanged";

    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    if (!view.graph.isOutput(y)) {
        if (const auto reader = capturedBy(view, y))
            return refuse("the output of " + node.label() + " is read inside a subgraph of " +
                              view.graph.node(*reader).label(),
                          y);
        patch.redirect(y, x);
        return Applied{patch.take(), {id}, reason};
    }
    const std::string name = "'" + view.graph.value(y).name + "'";
    const ir::Node* producer = view.producer(x);
    if (!producer)
        return refuse("without " + node.label() + " the graph output " + name + " would be '" +
                          view.graph.value(x).name + "', which no operator writes",
                      y);
    if (view.graph.isOutput(x))
        return refuse("both ends of " + node.label() + " are graph outputs: " + name + " and '" +
                          view.graph.value(x).name + "'",
                      y);
    if (const auto reader = capturedBy(view, x))
        return refuse(described(view, x) + " is read inside a subgraph of " + view.graph.node(*reader).label(),
                      x);
    ir::Node renamed = *producer;
    renamed.origins.clear();
    std::ranges::replace(renamed.outputs, x, y);
    patch.remove(producer->id);
    patch.redirect(x, y);
    patch.add(std::move(renamed));
    return Applied{
        patch.take(), {id, producer->id}, reason + "; " + producer->label() + " writes " + name + " itself"};
}

} // namespace

extern const Rule eliminate_identity;
const Rule eliminate_identity{"eliminate_identity", "Drop operators that pass their input on unchanged", match,
                              "x -> Identity -> A", "x -> A"};

} // namespace edgewright::fusion
