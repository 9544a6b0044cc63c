// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/movement/parts.h"

#include "core/base/checked.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

using Ints = std::vector<std::int64_t>;

const ir::TensorType* typeOf(const ir::Graph& graph, ValueId id) {
    return id.valid() && graph.contains(id) ? &graph.value(id).type : nullptr;
}

// Whole bytes for each element, or none.
std::optional<std::int64_t> elementBytes(ir::DataType type) {
    const int bits = type == ir::DataType::String ? 0 : ir::bitWidth(type);
    return bits >= 8 ? std::optional<std::int64_t>(bits / 8) : std::nullopt;
}

// As ops::intList, from what the graph itself knows.
IntList listOf(const ir::Graph& graph, const ir::Node& node, std::string_view attribute, std::size_t input) {
    if (!attribute.empty() && node.find(attribute)) return {true, node.ints(attribute)};
    if (!node.hasInput(input)) return {};
    const ValueId id = node.input(input);
    const ir::Tensor* known = graph.contains(id) ? graph.value(id).known() : nullptr;
    if (!known || !known->hasData() || !ir::isInteger(known->dtype())) return {true, std::nullopt};
    return {true, ir::toInt64s(*known)};
}

// By axis: the first index that a Slice takes. Empty unless it takes neighbours.
std::optional<Ints> firstOf(const ir::Graph& graph, const ir::Node& slice, const ir::Dims& in,
                            const ir::Dims& out) {
    const IntList starts = listOf(graph, slice, "starts", 1);
    const IntList axes = listOf(graph, slice, "axes", 3);
    const IntList steps = listOf(graph, slice, "", 4);
    if (!starts.values || axes.unknown() || steps.unknown()) return std::nullopt;
    const std::size_t count = starts.values->size();
    if ((axes.values && axes.values->size() != count) || (steps.values && steps.values->size() != count))
        return std::nullopt;
    Ints first(in.size(), 0);
    for (std::size_t i = 0; i < count; ++i) {
        const auto axis = normaliseAxis(axes.values ? (*axes.values)[i] : static_cast<std::int64_t>(i),
                                        static_cast<std::int64_t>(in.size()));
        if (!axis) return std::nullopt;
        const auto a = static_cast<std::size_t>(*axis);
        if (steps.values && (*steps.values)[i] != 1 && out[a] > 1) return std::nullopt;
        std::int64_t start = (*starts.values)[i];
        if (start < 0) start = start < -in[a] ? 0 : start + in[a];
        // A single index from the back may begin beyond the end.
        first[a] = std::min(start, std::max<std::int64_t>(in[a] - 1, 0));
    }
    return first;
}

// Whether `out` at `first` is one stretch of `in`.
bool isStretch(const ir::Dims& in, const ir::Dims& out, const Ints& first) {
    if (in.size() != out.size()) return false;
    bool whole = true; // all axes from here on are taken as they are
    for (std::size_t axis = in.size(); axis-- > 0;) {
        if (first[axis] < 0 || out[axis] < 1 || first[axis] > in[axis] - out[axis]) return false;
        if (!whole && out[axis] != 1) return false;
        whole = whole && out[axis] == in[axis];
    }
    return true;
}

} // namespace

std::optional<std::int64_t> offsetInInput(const ir::Graph& graph, const ir::Node& node, std::size_t index) {
    if (!node.is("Slice") && !node.is("Split")) return std::nullopt;
    const ir::TensorType* from = typeOf(graph, node.input(0));
    const ir::TensorType* to = typeOf(graph, node.output(index));
    if (!from || !to || from->dtype != to->dtype) return std::nullopt;
    const auto unit = elementBytes(from->dtype);
    const auto in = from->dims(), out = to->dims();
    if (!unit || !in || !out || in->size() != out->size() || !from->bytes()) return std::nullopt;

    std::optional<Ints> first;
    if (node.is("Slice")) {
        if (index == 0) first = firstOf(graph, node, *in, *out);
    } else if (const auto axis = normaliseAxis(node.intOr("axis", 0), static_cast<std::int64_t>(in->size()))) {
        const auto a = static_cast<std::size_t>(*axis);
        first = Ints(in->size(), 0);
        for (std::size_t before = 0; before < index && first; ++before) {
            const ir::TensorType* type = typeOf(graph, node.output(before));
            const auto dims = type ? type->dims() : std::nullopt; // none for an output that nobody names
            const auto end =
                dims && dims->size() == in->size() ? checkedAdd((*first)[a], (*dims)[a]) : std::nullopt;
            if (end)
                (*first)[a] = *end;
            else
                first.reset();
        }
    }
    if (!first || !isStretch(*in, *out, *first)) return std::nullopt;
    const auto strides = rowMajorStrides(*in);
    std::int64_t elements = 0; // inside a tensor whose bytes are known: no overflow
    for (std::size_t axis = 0; axis < in->size(); ++axis)
        elements += (*first)[axis] * strides[axis];
    return elements * *unit;
}

namespace {

// Where the argument of a group goes that a Concat of its body joins, once and as it is.
std::optional<std::int64_t> offsetInGroup(const ir::Node& group, std::size_t index) {
    const ir::Graph& body = *group.body;
    if (body.outputs.empty() || index >= body.inputs.size() || !body.inputs[index].valid()) return std::nullopt;
    for (const NodeId id : body.order()) {
        const ir::Node& node = body.node(id);
        if (!node.is("Concat") || node.output(0) != body.outputs[0]) continue;
        const auto found = std::ranges::find(node.inputs, body.inputs[index]);
        if (found == node.inputs.end() || std::ranges::count(node.inputs, *found) != 1) return std::nullopt;
        return offsetInOutput(body, node, static_cast<std::size_t>(found - node.inputs.begin()));
    }
    return std::nullopt;
}

} // namespace

std::optional<std::int64_t> offsetInOutput(const ir::Graph& graph, const ir::Node& node, std::size_t index) {
    if (node.body && node.domain == ir::FusedDomain) return offsetInGroup(node, index);
    const std::vector<std::int64_t> offsets = offsetsInOutput(graph, node);
    return index < offsets.size() ? std::optional(offsets[index]) : std::nullopt;
}

std::vector<std::int64_t> offsetsInOutput(const ir::Graph& graph, const ir::Node& concat) {
    if (!concat.is("Concat")) return {};
    const ir::TensorType* whole = typeOf(graph, concat.output(0));
    const auto dims = whole ? whole->dims() : std::nullopt;
    if (!dims || !elementBytes(whole->dtype) || !whole->bytes()) return {};
    const auto axis = normaliseAxis(concat.intOr("axis", 1), static_cast<std::int64_t>(dims->size()));
    if (!axis || std::any_of(dims->begin(), dims->begin() + *axis, [](std::int64_t n) { return n != 1; }))
        return {};
    std::vector<std::int64_t> offsets;
    std::int64_t offset = 0;
    for (const ValueId input : concat.inputs) {
        const ir::TensorType* part = typeOf(graph, input);
        const auto bytes = part && part->dtype == whole->dtype ? part->bytes() : std::nullopt;
        const auto end = bytes ? checkedAdd(offset, *bytes) : std::nullopt;
        if (!end || *end > *whole->bytes()) return {};
        offsets.push_back(offset);
        offset = *end;
    }
    return offsets;
}

} // namespace edgewright::ops
