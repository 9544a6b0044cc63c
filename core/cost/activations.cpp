// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/activations.h"

#include "core/ir/subgraphs.h"

#include <algorithm>

namespace edgewright::cost {

namespace {

bool holdsSubgraphs(const ir::Node& node) {
    return ir::hasSubgraph(node) || (node.body && std::ranges::any_of(node.body->order(), [&](NodeId id) {
                                         return holdsSubgraphs(node.body->node(id));
                                     }));
}

bool isRead(const Activation& activation) {
    return std::ranges::any_of(activation.uses,
                               [](const Activation::Use& use) { return use.operand != Operand::Ofmap; });
}

} // namespace

ActivationUses::ActivationUses(const ir::Graph& graph) {
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (!holdsSubgraphs(node)) continue;
        m_passing.insert(node.inputs.begin(), node.inputs.end());
        m_passing.insert(node.outputs.begin(), node.outputs.end());
        for (const ValueId captured : capturedValues(node))
            m_passing.insert(captured);
    }
}

ValueId ActivationUses::rootOf(ValueId value) const {
    const auto found = m_views.find(value);
    return found == m_views.end() ? value : found->second;
}

void ActivationUses::use(ValueId value, const ir::TensorType& type, const Activation::Use& use) {
    if (!value.valid()) return;
    const ValueId root = rootOf(value);
    Activation& activation = m_found[root];
    if (activation.uses.empty()) {
        activation.value = root;
        activation.words = type.elements().value_or(0);
        activation.first = use.beside.value_or(use.layer); // written while the array still reads
    }
    activation.last = use.layer;
    activation.uses.push_back(use);
}

void ActivationUses::addView(const ops::NodeWork& view) {
    const ValueId shown = view.inputValues[0], made = view.outputValues[0];
    if (shown.valid() && made.valid()) {
        if (shown == made) return; // at the end of a fused group, whose output both are
        m_views[made] = rootOf(shown);
        if (m_passing.contains(made)) pass(shown);
        return;
    }
    addOther(view);
}

void ActivationUses::addProduct(const ops::NodeWork& work, const Layer& layer, std::size_t place) {
    for (std::size_t i = 0; i < work.inputs.size(); ++i) {
        if (work.inputPlaces[i] != ops::Place::Memory) continue;
        const std::int64_t words = work.inputs[i].elements().value_or(0);
        if (i == 0)
            use(work.inputValues[i], work.inputs[i], {place, Operand::Ifmap, words});
        else if (words == layer.rightWords())
            use(work.inputValues[i], work.inputs[i], {place, Operand::Filter, words});
        else
            pass(work.inputValues[i]);
    }
    for (std::size_t i = 0; i < work.outputs.size(); ++i) {
        if (work.outputPlaces[i] != ops::Place::Memory) continue;
        const std::int64_t words = work.outputs[i].elements().value_or(0);
        if (i == 0)
            use(work.outputValues[i], work.outputs[i], {place, Operand::Ofmap, words});
        else
            pass(work.outputValues[i]);
    }
}

void ActivationUses::addVector(const ops::NodeWork& work, const OperandWords& words, std::size_t place,
                               std::optional<std::size_t> beside) {
    for (std::size_t i = 0; i < work.inputs.size(); ++i)
        if (work.inputPlaces[i] == ops::Place::Memory)
            use(work.inputValues[i], work.inputs[i], {place, Operand::Ifmap, words.inputs[i], beside});
    for (std::size_t i = 0; i < work.outputs.size(); ++i)
        if (work.outputPlaces[i] == ops::Place::Memory)
            use(work.outputValues[i], work.outputs[i], {place, Operand::Ofmap, words.outputs[i], beside});
}

void ActivationUses::addOther(const ops::NodeWork& work) {
    for (const std::vector<ValueId>* values : {&work.inputValues, &work.outputValues})
        for (const ValueId each : *values)
            pass(each);
}

std::vector<Activation> ActivationUses::take(const ir::Graph& graph) {
    for (const ValueId output : graph.outputs)
        if (const auto found = m_found.find(rootOf(output)); found != m_found.end())
            found->second.isOutput = true;
    std::vector<Activation> taken;
    for (auto& [value, activation] : m_found) {
        const bool isMade = activation.uses.front().operand == Operand::Ofmap;
        if (isMade && isRead(activation) && activation.words > 0 && !m_passing.contains(value))
            taken.push_back(std::move(activation));
    }
    std::ranges::sort(taken, {}, [](const Activation& each) { return std::pair(each.first, each.value); });
    return taken;
}

} // namespace edgewright::cost
