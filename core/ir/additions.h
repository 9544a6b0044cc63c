// SPDX-License-Identifier: GPL-3.0-or-later
// Values and nodes that a pass adds to a graph.
#pragma once

#include "core/ir/graph.h"

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace edgewright::ir {

// `name`, else "name_2", "name_3", …: the first that is not among `taken`, where it is put.
inline std::string uniqueName(const std::string& name, std::unordered_set<std::string>& taken) {
    std::string made = name;
    for (std::size_t number = 2; !taken.insert(made).second; ++number)
        made = name + "_" + std::to_string(number);
    return made;
}

// Values under names of their own.
class Additions {
public:
    // `into`: begins as a copy of `source`.
    Additions(Graph& into, const Graph& source) : m_graph(into) {
        for (std::size_t i = 0; i < source.valueCount(); ++i)
            m_taken.insert(source.value(ValueId(i)).name);
    }

    ValueId value(const std::string& name, TensorType type = {}) {
        Value value;
        value.name = uniqueName(name, m_taken);
        value.type = std::move(type);
        return m_graph.addValue(std::move(value));
    }
    ValueId constant(const std::string& name, Tensor tensor) {
        const ValueId id = value(name, tensor.type());
        m_graph.value(id).constant = std::move(tensor);
        return id;
    }

private:
    Graph& m_graph;
    std::unordered_set<std::string> m_taken;
};

// A node that stands for the same nodes of the model as `of` does, named after it.
inline Node standIn(const Node& of, const std::string& suffix, std::string op, std::vector<ValueId> inputs,
                    std::vector<ValueId> outputs, std::vector<Attribute> attributes = {}) {
    Node node;
    node.name = of.label() + suffix;
    node.op = std::move(op);
    node.inputs = std::move(inputs);
    node.outputs = std::move(outputs);
    node.attributes = std::move(attributes);
    node.origins = originsOf(of);
    return node;
}

} // namespace edgewright::ir
