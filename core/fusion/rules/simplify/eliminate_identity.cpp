// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/movement/replace_uses.h"

#include <algorithm>
#include <initializer_list>

namespace edgewright::fusion::eliminate_identity {

namespace {

bool allEqual(const std::optional<std::vector<std::int64_t>>& values, std::int64_t wanted) {
    return values && std::ranges::all_of(*values, [&](std::int64_t value) { return value == wanted; });
}

bool isUsed(const GraphView& view, const ir::Node& node, std::size_t output) {
    const ValueId id = node.output(output);
    return id.valid() && (!view.connections.consumers(id).empty() || view.graph.isOutput(id));
}

bool dropsNothing(const GraphView& view, const ir::Node& node) {
    return !isUsed(view, node, 1) && !ops::isRandom(node, &view.graph); // output 1 is the mask
}

bool identityPermutation(const GraphView& view, const ir::Node& node) {
    const auto perm = permutationOf(view, node);
    return perm && isIdentity(*perm);
}

bool padsNothing(const GraphView& view, const ir::Node& node) {
    if (view.opset() >= 11) return allEqual(knownInts(view, node.input(1)), 0);
    const auto pads = node.ints(padsAttribute(view));
    return !pads.empty() && allEqual(pads, 0);
}

// Of equal shapes, only a negative step can still move elements.
bool slicesForward(const GraphView& view, const ir::Node& node) {
    if (!node.hasInput(4)) return true;
    const auto steps = knownInts(view, node.input(4));
    return steps && std::ranges::all_of(*steps, [](std::int64_t step) { return step > 0; });
}

// x + 0, x - 0, x * 1, x / 1, x ^ 1, x and true, x or false; the index of x, when the other operand is that
// constant.
std::optional<std::size_t> neutralOperand(const GraphView& view, const ir::Node& node) {
    const bool sum = node.op == "Add" || node.op == "Sub" || node.op == "Or";
    const bool product = node.op == "Mul" || node.op == "Div" || node.op == "Pow" || node.op == "And";
    if ((!sum && !product) || node.inputs.size() != 2) return std::nullopt;
    const bool commutes = node.op != "Sub" && node.op != "Div" && node.op != "Pow";
    for (std::size_t x = 0; x < (commutes ? 2U : 1U); ++x) {
        const ir::Tensor* other = knownTensor(view, node.input(1 - x));
        if (!other || other->elements() == 0 || other->dtype() == ir::DataType::String) continue;
        bool neutral = true;
        for (std::int64_t i = 0; neutral && i < other->elements(); ++i)
            neutral = ir::isFloating(other->dtype()) ? ir::elementAsDouble(*other, i) == (sum ? 0.0 : 1.0)
                                                     : ir::elementAsInt64(*other, i) == (sum ? 0 : 1);
        if (neutral) return x;
    }
    return std::nullopt;
}

// Scales of exactly 1, or sizes: extents alone may be equal by rounding.
bool resizesNothing(const GraphView& view, const ir::Node& node) {
    if (node.stringOr("coordinate_transformation_mode", "") == "tf_crop_and_resize") return false;
    const std::string mode = node.stringOr("mode", "nearest");
    if (mode != "nearest" && mode != "linear" && mode != "bilinear") return false;
    const bool ones = [&] {
        for (const char* each : {"height_scale", "width_scale"})
            if (node.find(each) && node.floatOr(each, 0) != 1.0F) return false;
        return std::ranges::all_of(node.floats("scales"), [](float scale) { return scale == 1.0F; });
    }();
    if (node.op == "Upsample" && view.opset() < 9)
        return ones && (!node.floats("scales").empty() || node.find("height_scale"));
    const std::size_t scales = node.op == "Upsample" || view.opset() < 11 ? 1 : 2;
    const ir::Tensor* given = node.hasInput(scales) ? knownTensor(view, node.input(scales)) : nullptr;
    if (given && given->elements() > 0) {
        const auto values = knownFloats(view, node.input(scales));
        return values && std::ranges::all_of(*values, [](double scale) { return scale == 1; });
    }
    return scales == 2 && (!node.hasInput(2) || given) && node.hasInput(3);
}

// A window of one element that moves by one element.
bool poolsNothing(const GraphView& view, const ir::Node& node) {
    const auto all = [&](const char* attribute, std::int64_t wanted) {
        return std::ranges::all_of(node.ints(attribute), [&](std::int64_t value) { return value == wanted; });
    };
    return !isUsed(view, node, 1) && !node.ints("kernel_shape").empty() && all("kernel_shape", 1) &&
           all("strides", 1) && all("pads", 0);
}

bool gathersAllInOrder(const GraphView& view, const ir::Node& node, const ir::TensorType& in) {
    const auto axis = in.rank() ? normalisedAxis(node.intOr("axis", 0), *in.rank()) : std::nullopt;
    const auto indices = knownInts(view, node.input(1));
    if (!axis || !indices || typeOf(view, node.input(1)).rank() != std::optional<std::size_t>(1)) return false;
    const ir::Dim& extent = (*in.shape)[*axis];
    if (!extent.known() || static_cast<std::int64_t>(indices->size()) != extent.value()) return false;
    for (std::size_t i = 0; i < indices->size(); ++i)
        if ((*indices)[i] != static_cast<std::int64_t>(i)) return false;
    return true;
}

// Equal shapes alone do not tell: a reduction that keeps its axes gives 1 where there was 1.
bool reducesNothing(const ir::TensorType& in, const ir::Node& node) {
    if (node.op.starts_with("Global")) return true; // axes from 2 on are 1 in the output
    return node.intOr("keepdims", 1) == 1 && in.dims().has_value();
}

bool isOneOf(const ir::Node& node, std::initializer_list<std::string_view> ops) {
    return std::ranges::find(ops, node.op) != ops.end();
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
    if (isOneOf(node, {"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Expand", "Tile"}) && same) return first;
    if (isOneOf(node, {"Concat", "Sum", "Max", "Min", "Mean"}) && node.inputs.size() == 1) return first;
    if (node.op == "Split" && node.outputs.size() == 1 && same) return first;
    // Reduced extents that stay are 1, so that there was one element to reduce.
    if (isOneOf(node, {"ReduceMax", "ReduceMin", "ReduceMean", "ReduceSum", "ReduceProd", "GlobalAveragePool",
                       "GlobalMaxPool"}) &&
        same && reducesNothing(in, node))
        return first;
    if (isOneOf(node, {"Resize", "Upsample"}) && same && resizesNothing(view, node)) return first;
    if (isOneOf(node, {"MaxPool", "AveragePool"}) && same && poolsNothing(view, node)) return first;
    if (node.op == "Gather" && gathersAllInOrder(view, node, in)) return first;
    if (node.op == "Clip" && !isGiven(node, "min", 1) && !isGiven(node, "max", 2)) return first;
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
    if (!x.valid() || !node.output(0).valid()) return NoMatch{};
    return replaceAllUsesWith(view, id, x, say("{1} passes its input on unchanged", node.label()));
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Drop operators that pass their input on unchanged"),
    .match = match,
    .before = "x -> Identity -> A",
    .after = "x -> A",
};

} // namespace edgewright::fusion::eliminate_identity
