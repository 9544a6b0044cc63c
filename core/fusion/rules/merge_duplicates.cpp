// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace edgewright::fusion {

namespace {

bool sameTensor(const ir::Tensor& a, const ir::Tensor& b) {
    return a.dtype() == b.dtype() && a.dims() == b.dims() && a.hasData() && b.hasData() &&
           std::ranges::equal(a.bytes(), b.bytes()) && a.strings() == b.strings();
}

// Subgraphs, lists of tensors and attributes that we cannot read are never the same.
bool sameValue(const ir::AttributeValue& a, const ir::AttributeValue& b) {
    if (a.index() != b.index()) return false;
    return std::visit(
        [&](const auto& x) {
            using T = std::decay_t<decltype(x)>;
            if constexpr (std::is_same_v<T, ir::Tensor>)
                return sameTensor(x, std::get<T>(b));
            else if constexpr (std::is_same_v<T, std::int64_t> || std::is_same_v<T, float> ||
                               std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<std::int64_t>> ||
                               std::is_same_v<T, std::vector<float>> ||
                               std::is_same_v<T, std::vector<std::string>>)
                return x == std::get<T>(b);
            else
                return false;
        },
        a);
}

bool sameComputation(const ir::Node& a, const ir::Node& b) {
    if (a.op != b.op || a.domain != b.domain || a.inputs != b.inputs || a.body || b.body) return false;
    if (a.outputs.size() != b.outputs.size() || a.attributes.size() != b.attributes.size()) return false;
    for (std::size_t i = 0; i < a.outputs.size(); ++i)
        if (a.outputs[i].valid() != b.outputs[i].valid()) return false;
    return std::ranges::all_of(a.attributes, [&](const ir::Attribute& attribute) {
        const ir::AttributeValue* other = b.find(attribute.name);
        return other && sameValue(attribute.value, *other);
    });
}

bool isPure(const ir::Node& node) {
    static constexpr std::array<std::string_view, 5> random{"Bernoulli", "Dropout", "Multinomial",
                                                            "RandomNormalLike", "RandomUniformLike"};
    const ops::Operator* op = ops::find(node.domain, node.op);
    return op && op->category != ops::Category::Quantization && op->category != ops::Category::ControlFlow &&
           std::ranges::find(random, node.op) == random.end();
}

//   x -> Shape -> A        =>      x -> Shape -> A
//   x -> Shape -> B                          -> B
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    const auto first = std::ranges::find_if(node.inputs, [](ValueId input) { return input.valid(); });
    if (first == node.inputs.end()) return NoMatch{};
    const ir::Node* twin = nullptr;
    for (const NodeId reader : view.connections.consumers(*first)) { // in execution order
        if (reader == id) return NoMatch{};
        if (sameComputation(view.graph.node(reader), node)) {
            twin = &view.graph.node(reader);
            break;
        }
    }
    if (!twin || !isPure(node)) return NoMatch{};

    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const ValueId output = node.outputs[i];
        if (!output.valid()) continue;
        if (view.graph.isOutput(output))
            return Refused{{id, twin->id},
                           {output},
                           node.label() + " computes the same as " + twin->label() + ", but its output '" +
                               view.graph.value(output).name + "' is a graph output"};
        if (const auto reader = capturedBy(view, output))
            return Refused{{id, twin->id},
                           {output},
                           "the output of " + node.label() + " is read inside a subgraph of " +
                               view.graph.node(*reader).label()};
        patch.redirect(output, twin->outputs[i]);
    }
    return Applied{patch.take(), {id, twin->id}, node.label() + " computes the same as " + twin->label()};
}

} // namespace

extern const Rule merge_duplicates;
const Rule merge_duplicates{"merge_duplicates", "Operators that compute the same from the same inputs into one",
                            match, "x -> A, x -> A", "x -> A"};

} // namespace edgewright::fusion
