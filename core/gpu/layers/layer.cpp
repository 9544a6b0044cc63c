// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/layers/layer.h"

#include "core/base/catalogue.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/gpu/kernels/parts.h"
#include "core/gpu/layers/code_function.h"
#include "core/gpu/layers/ending.h"
#include "core/gpu/layers/layer_rule.h"
#include "core/ops/operator.h"
#include "gpu_layers.def"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace edgewright::gpu {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_GPU_LAYERS, layerRules, LayerRule, _layer)

namespace {

class LayerMaker {
public:
    LayerMaker(const ir::Graph& graph, const ir::Node& node, const ir::Opsets& opsets,
               const LayerTarget& target)
        : m_outer(graph), m_node(node), m_opsets(opsets), m_target(target) {}

    Result<Layer> make() && {
        if (m_node.body && m_node.domain == ir::FusedDomain)
            RETURN_IF_ERROR(makeGroup(groupBody()));
        else
            RETURN_IF_ERROR(makeNode(m_outer, m_node, nullptr));
        return std::move(m_layer);
    }

private:
    // With the constants and types that the group is given.
    ir::Graph groupBody() const {
        ir::Graph body = *m_node.body;
        for (std::size_t i = 0; i < std::min(body.inputs.size(), m_node.inputs.size()); ++i) {
            if (!m_node.hasInput(i)) continue;
            const ir::Value& given = m_outer.value(m_node.input(i));
            ir::Value& inside = body.value(body.inputs[i]);
            inside.type = given.type;
            if (const ir::Tensor* const known = given.known()) inside.constant = *known;
        }
        return body;
    }

    Result<void> makeGroup(const ir::Graph& body) {
        if (const auto function = codeFunctionOf(m_node, body, m_opsets)) {
            LayerContext context(m_outer, m_node, 1, m_target, m_layer,
                                 [&](ValueId value) { return placeOf(m_outer, value); });
            const auto input = std::ranges::find(body.inputs, function->inputs.front()) - body.inputs.begin();
            m_layer.rules.push_back("code_function");
            return lookUp(context, static_cast<std::size_t>(input), *function, m_opsets);
        }
        const ir::Connections links(body);
        for (const NodeId id : body.order()) {
            if (m_absorbed.contains(id)) continue;
            RETURN_IF_ERROR(makeNode(body, body.node(id), &links));
        }
        return {};
    }

    // `links`: of the body that holds the node; null: it stands by itself.
    Result<void> makeNode(const ir::Graph& graph, const ir::Node& node, const ir::Connections* links) {
        const std::int64_t opset = ir::opsetOf(ir::opsetsOf(graph, m_opsets), node.domain);
        if (std::ranges::count_if(node.outputs, [](ValueId id) { return id.valid(); }) != 1)
            return unsupported(say("{1} has several results", node.op));
        if (ops::isView(node) && !node.body) return makeView(graph, node, links);
        const auto rule =
            std::ranges::find_if(layerRules(), [&](const LayerRule* each) { return each->takes(node, opset); });
        if (rule == layerRules().end()) return unsupported(say("there is no kernel for {1}", node.op));
        const auto partOf = [&](ValueId value) { return placeOf(graph, value); };
        LayerContext context(graph, node, opset, m_target, m_layer, partOf);
        if (links && (*rule)->ending != Takes::Nothing) {
            ASSIGN_OR_RETURN(FoundEnding found,
                             endingOf(
                                 graph, *links, node, opset, (*rule)->ending,
                                 [&](ValueId value) { return isThere(graph, value); }, partOf));
            m_absorbed.insert(found.absorbed.begin(), found.absorbed.end());
            context.endWith(found.ending, found.result);
        }
        m_layer.rules.push_back((*rule)->name);
        return (*rule)->make(context);
    }

    Result<void> makeView(const ir::Graph& graph, const ir::Node& node, const ir::Connections* links) {
        LayerContext context(graph, node, 1, m_target, m_layer,
                             [&](ValueId value) { return placeOf(graph, value); });
        ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(0, Numbers::Any));
        RETURN_IF_ERROR(context.resultDims(Numbers::Any));
        if (!links) {
            m_layer.viewOf = node.input(0);
            RETURN_IF_ERROR(placeOf(graph, node.output(0)));
            return {};
        }
        if (!graph.isOutput(node.output(0))) {
            ASSIGN_OR_RETURN(m_parts[node.output(0)], placeOf(graph, node.input(0)));
            return {};
        }
        const std::int64_t count = countOf(dims);
        ASSIGN_OR_RETURN(const Operand x, context.input(0));
        ASSIGN_OR_RETURN(const Operand y, context.result());
        context.launch(placeLaunch({1, count, count, 0, count, 0}, x, y, typeOf(context.resultType())));
        return {};
    }

    bool isThere(const ir::Graph& graph, ValueId value) const {
        return graph.isInput(value) || graph.value(value).known() || m_parts.contains(value);
    }

    // The tensor of the graph around that a value of the node's level is; invalid: a member's own.
    ValueId outerOf(const ir::Graph& graph, ValueId value) const {
        if (&graph == &m_outer) return value;
        const auto at = [&](const std::vector<ValueId>& inside, const std::vector<ValueId>& outside) {
            const auto found = std::ranges::find(inside, value);
            const auto index = static_cast<std::size_t>(found - inside.begin());
            return index < inside.size() && index < outside.size() ? outside[index] : ValueId();
        };
        const ValueId given = at(graph.inputs, m_node.inputs);
        return given.valid() ? given : at(graph.outputs, m_node.outputs);
    }

    Result<BufferPart> placeOf(const ir::Graph& graph, ValueId value) {
        if (const auto found = m_parts.find(value); found != m_parts.end()) return found->second;
        Layer::Place place;
        const ir::Value& known = graph.value(value);
        place.tensor = outerOf(graph, value);
        if (!place.tensor.valid()) {
            if (const ir::Tensor* const constant = known.known()) {
                ASSIGN_OR_RETURN(Array numbers, arrayOf(*constant));
                place.kind = Layer::Place::Kind::Weight;
                place.weight = std::make_shared<const Array>(std::move(numbers));
            } else {
                place.kind = Layer::Place::Kind::Scratch;
            }
        }
        const auto count = known.type.elements();
        if (!count)
            return unsupported(say("the extents of {1} are not known before it runs", inQuotes(known.name)));
        place.count = *count;
        place.type = typeOf(known.type.dtype);
        m_layer.places.push_back(std::move(place));
        return m_parts[value] = BufferPart{m_layer.places.size() - 1};
    }

    const ir::Graph& m_outer;
    const ir::Node& m_node;
    const ir::Opsets& m_opsets;
    const LayerTarget& m_target;
    Layer m_layer;
    std::unordered_map<ValueId, BufferPart> m_parts; // of the node's level
    std::unordered_set<NodeId> m_absorbed;           // members that another one's launch does
};

} // namespace

Result<Layer> layerOf(const ir::Graph& graph, const ir::Node& node, const ir::Opsets& opsets,
                      const LayerTarget& target) {
    return LayerMaker(graph, node, opsets, target).make();
}

} // namespace edgewright::gpu
