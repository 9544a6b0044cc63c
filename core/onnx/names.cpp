// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/names.h"

namespace edgewright::onnx {

Names::Names(const ir::Graph& graph, const Names* outer, bool neutral)
    : m_outer(outer), m_names(graph.valueCount()) {
    if (outer)
        for (std::size_t i = 0; i < graph.valueCount(); ++i)
            if (const auto& captured = graph.value(ValueId(i)).outer) {
                m_names[i] = outer->of(*captured);
                m_taken.insert(m_names[i]);
            }
    for (const ValueId id : graph.inputs)
        assign(graph, id, neutral);
    for (const ValueId id : graph.outputs)
        assign(graph, id, neutral);
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        for (const auto* ids : {&node.inputs, &node.outputs})
            for (const ValueId value : *ids)
                assign(graph, value, neutral);
        for (const ValueId value : ir::capturedValues(node))
            assign(graph, value, neutral);
    }
}

const std::string& Names::of(ValueId id) const {
    static const std::string none;
    return id.valid() && id.index() < m_names.size() ? m_names[id.index()] : none;
}

void Names::assign(const ir::Graph& graph, ValueId id, bool neutral) {
    if (!id.valid() || !graph.contains(id) || !m_names[id.index()].empty()) return;
    const std::string& own = graph.value(id).name;
    std::string base = neutral ? "v" : own.empty() ? "value" : own;
    std::string name = neutral || own.empty() ? base + "_0" : base;
    while (taken(name))
        name = base + "_" + std::to_string(++m_repeats[base]);
    m_taken.insert(name);
    m_names[id.index()] = std::move(name);
}

bool Names::taken(const std::string& name) const {
    return m_taken.contains(name) || (m_outer && m_outer->taken(name));
}

} // namespace edgewright::onnx
