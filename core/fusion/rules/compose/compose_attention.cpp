// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/attention_match.h"

#include <string>

namespace edgewright::fusion::compose_attention {

namespace {

constexpr std::string_view Op = "Attention";

// A node that arranges an input; its output has the node's name.
ValueId arranged(ir::PatchBuilder& patch, const char* op, const std::string& name, std::vector<ValueId> inputs,
                 ir::TensorType type, std::vector<ir::Attribute> attributes) {
    ir::Node node;
    node.op = op;
    node.name = name;
    node.inputs = std::move(inputs);
    node.outputs = {patch.value(name + "_out", std::move(type))};
    node.attributes = std::move(attributes);
    const ValueId output = node.outputs.front();
    patch.add(std::move(node));
    return output;
}

// Query, key and value, cut from the tensor that holds them all.
std::vector<ValueId> parts(const GraphView& view, const AttentionMatch& found, const ir::Node& last,
                           ir::PatchBuilder& patch) {
    ir::TensorType type = typeOf(view, found.packed);
    const std::int64_t extent = type.shape->back().value() / 3;
    type.shape->back() = ir::Dim(extent);
    const std::string name = last.label() + "_parts";
    ir::Node split;
    split.op = "Split";
    split.name = name;
    split.inputs = {found.packed, patch.constant(name + "_extents",
                                                 ir::Tensor::of<std::int64_t>({3}, {extent, extent, extent}))};
    split.attributes = {{"axis", std::int64_t(2)}};
    for (int i = 0; i < 3; ++i)
        split.outputs.push_back(patch.value(name + "_" + std::to_string(i), type));
    std::vector<ValueId> result;
    for (const std::int64_t part : found.parts)
        result.push_back(split.outputs[static_cast<std::size_t>(part)]);
    patch.add(std::move(split));
    return result;
}

// The mask with a row for each query: the standard lets one row stand for all, ONNX Runtime does not.
ValueId overRows(const GraphView& view, const AttentionMatch& found, const ir::Node& last, ValueId mask,
                 ir::TensorType type, ir::PatchBuilder& patch) {
    const ValueId query = found.packed.valid() ? found.packed : found.query;
    const std::int64_t axis = found.headsLast ? 1 : 2;
    const ir::Dim rows = (*typeOf(view, query).shape)[static_cast<std::size_t>(axis)];
    const std::size_t place = type.shape->size() - 2;
    ir::Dim& extent = (*type.shape)[place];
    if (extent == rows && (rows.known() || !rows.symbol().empty())) return mask;
    extent = rows;
    const std::string name = last.label() + "_mask";
    std::vector<std::int64_t> ones(type.shape->size(), 1);
    if (rows.known()) {
        ones[place] = rows.value();
        const auto count = static_cast<std::int64_t>(ones.size());
        const ValueId shape = patch.constant(name + "_shape", ir::Tensor::of<std::int64_t>({count}, ones));
        return arranged(patch, "Expand", name, {mask, shape}, std::move(type), {});
    }
    const auto vector = [](std::int64_t length) {
        return ir::TensorType(ir::DataType::Int64, ir::Dims{length});
    };
    const ValueId count =
        arranged(patch, "Shape", name + "_rows", {query}, vector(1), {{"start", axis}, {"end", axis + 1}});
    std::vector<ValueId> parts;
    if (place > 0) {
        const auto before = static_cast<std::int64_t>(place);
        parts.push_back(patch.constant(
            name + "_outer", ir::Tensor::of<std::int64_t>(
                                 {before}, std::vector<std::int64_t>(static_cast<std::size_t>(before), 1))));
    }
    parts.push_back(count);
    parts.push_back(patch.constant(name + "_column", ir::Tensor::of<std::int64_t>({1}, {1})));
    const ValueId shape = arranged(patch, "Concat", name + "_shape", parts,
                                   vector(static_cast<std::int64_t>(ones.size())), {{"axis", std::int64_t(0)}});
    return arranged(patch, "Expand", name, {mask, shape}, std::move(type), {});
}

//   softmax(query * key^T * scale + mask) * value     =>     Attention
Match match(const GraphView& view, NodeId id) {
    auto found = attentionAt(view, view.graph.node(id));
    if (!found) return NoMatch{};
    if (!found->obstacle.empty())
        return Refused{found->nodes, {found->tensor}, say("not {1}: {2}", Op, found->obstacle)};
    if (!(found->scale > 0)) return NoMatch{};
    // The arrangement of heads goes along where nothing else reads it.
    if (auto lifted = withHeadsLast(view, *found); lifted && !whyReadElsewhere(view, lifted->nodes, Op))
        found = std::move(lifted);
    if (auto refused = whyNotComposed(view, found->nodes, Op)) return *std::move(refused);

    ir::PatchBuilder patch(view.graph);
    const ir::Node& last = view.graph.node(found->nodes.front());
    std::vector<ValueId> inputs = found->packed.valid()
                                      ? parts(view, *found, last, patch)
                                      : std::vector<ValueId>{found->query, found->key, found->value};
    const std::string name = view.graph.value(last.output(0)).name;
    const auto without = [&](ValueId value, const char* role) { // axis 2
        ir::TensorType type = typeOf(view, value);
        type.shape->erase(type.shape->begin() + 2);
        const ValueId axes =
            patch.constant(name + "_" + role + "_axes", ir::Tensor::of<std::int64_t>({1}, {2}));
        return arranged(patch, "Squeeze", last.label() + "_" + role, {value, axes}, std::move(type), {});
    };
    if (found->keySingle) inputs[1] = without(inputs[1], "key");
    if (found->valueSingle) inputs[2] = without(inputs[2], "value");
    if (!found->keyOrder.empty()) {
        ir::TensorType after(typeOf(view, found->key).dtype, std::vector<ir::Dim>());
        for (const std::int64_t axis : found->keyOrder)
            after.shape->push_back((*typeOf(view, found->key).shape)[static_cast<std::size_t>(axis)]);
        inputs[1] = arranged(patch, "Transpose", last.label() + "_key", {found->key}, std::move(after),
                             {{"perm", found->keyOrder}});
    }
    ValueId mask = found->mask;
    ir::TensorType maskType = found->allowed ? found->allowed->type() : typeOf(view, mask);
    if (found->allowed) mask = patch.constant(name + "_allowed", *std::move(found->allowed));
    if (mask.valid()) inputs.push_back(overRows(view, *found, last, mask, std::move(maskType), patch));
    std::vector<ir::Attribute> attributes{{"scale", static_cast<float>(found->scale)}};
    if (found->headsLast) {
        attributes.push_back({"q_num_heads", found->heads});
        attributes.push_back({"kv_num_heads", found->keyHeads});
    }
    patch.add(replacementNode(view, found->nodes, Op, std::move(inputs), std::move(attributes)));
    return composed(view, std::move(patch), found->nodes, Op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Products, softmax and the moves of heads into Attention"),
    .match = match,
    .before = "softmax(q * k^T * scale + mask) * v",
    .after = "Attention",
    .composes = true,
    .roots = {"MatMul"},
};

} // namespace edgewright::fusion::compose_attention
