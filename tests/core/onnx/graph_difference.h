// SPDX-License-Identifier: GPL-3.0-or-later
// The difference of two graphs, by names.
#pragma once

#include "core/ir/graph.h"

#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace edgewright::test {

// `typed`: the inputs of functions have no types in a file.
inline std::string difference(const ir::Graph& a, const ir::Graph& b, bool typed = true);

inline std::string difference(const ir::Tensor& a, const ir::Tensor& b) {
    if (a.type() != b.type()) return a.type().text() + " and " + b.type().text();
    if (a.strings() != b.strings()) return "strings";
    if (a.bytes().size() != b.bytes().size()) return "byte counts";
    if (!a.bytes().empty() && std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) != 0)
        return "bytes";
    return {};
}

inline std::string difference(const ir::AttributeValue& a, const ir::AttributeValue& b) {
    if (a.index() != b.index()) return "kinds";
    return std::visit(
        [&](const auto& value) -> std::string {
            using T = std::remove_cvref_t<decltype(value)>;
            const T& other = std::get<T>(b);
            if constexpr (std::is_same_v<T, ir::Tensor> ||
                          std::is_same_v<T, std::shared_ptr<const ir::Graph>>) {
                if constexpr (std::is_same_v<T, ir::Tensor>)
                    return difference(value, other);
                else
                    return difference(*value, *other);
            } else if constexpr (std::is_same_v<T, std::vector<ir::Tensor>> ||
                                 std::is_same_v<T, std::vector<std::shared_ptr<const ir::Graph>>>) {
                return value.size() == other.size() ? "" : "list lengths";
            } else if constexpr (std::is_same_v<T, ir::OpaqueAttribute>) {
                return value.serialized == other.serialized ? "" : "opaque bytes";
            } else {
                return value == other ? "" : "values";
            }
        },
        a);
}

inline std::vector<std::string> namesOf(const ir::Graph& graph, const std::vector<ValueId>& ids) {
    std::vector<std::string> names;
    for (const ValueId id : ids)
        names.push_back(id.valid() ? graph.value(id).name : "");
    return names;
}

// The constants that something reads: others are not written.
inline std::map<std::string, ir::Tensor> readConstants(const ir::Graph& graph) {
    std::map<std::string, ir::Tensor> result;
    const ir::Connections connections(graph);
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::Value& value = graph.value(ValueId(i));
        if (value.constant && (!connections.consumers(value.id).empty() || graph.isOutput(value.id)))
            result.emplace(value.name, *value.constant);
    }
    return result;
}

// Empty when both graphs say the same, by names.
inline std::string difference(const ir::Graph& a, const ir::Graph& b, bool typed) {
    if (a.nodeCount() != b.nodeCount()) return "node counts";
    if (namesOf(a, a.inputs) != namesOf(b, b.inputs)) return "inputs";
    if (namesOf(a, a.outputs) != namesOf(b, b.outputs)) return "outputs";
    for (std::size_t i = 0; i < a.inputs.size() && typed; ++i)
        if (a.value(a.inputs[i]).type != b.value(b.inputs[i]).type) return "input types";
    for (std::size_t i = 0; i < a.nodeCount(); ++i) {
        const ir::Node& x = a.node(a.order()[i]);
        const ir::Node& y = b.node(b.order()[i]);
        const std::string at = "node " + x.label() + ": ";
        if (x.name != y.name || x.op != y.op || x.domain != y.domain || x.doc != y.doc) return at + "labels";
        if (namesOf(a, x.inputs) != namesOf(b, y.inputs)) return at + "inputs";
        if (namesOf(a, x.outputs) != namesOf(b, y.outputs)) return at + "outputs";
        if (x.attributes.size() != y.attributes.size()) return at + "attribute counts";
        for (const ir::Attribute& attribute : x.attributes) {
            const ir::AttributeValue* other = y.find(attribute.name);
            if (!other) return at + attribute.name + " is gone";
            if (const auto found = difference(attribute.value, *other); !found.empty())
                return at + attribute.name + ": " + found;
        }
        for (const ValueId id : x.outputs)
            if (id.valid() && b.findValue(a.value(id).name) &&
                a.value(id).type != b.value(*b.findValue(a.value(id).name)).type)
                return at + "output types";
        if (!x.body != !y.body) return at + "bodies";
        if (x.body)
            if (const auto found = difference(*x.body, *y.body, false); !found.empty())
                return at + "body: " + found;
    }
    const auto before = readConstants(a), after = readConstants(b);
    if (before.size() != after.size()) return "constant counts";
    for (const auto& [name, tensor] : before) {
        if (!after.contains(name)) return "constant " + name + " is gone";
        if (const auto found = difference(tensor, after.at(name)); !found.empty())
            return "constant " + name + ": " + found;
    }
    return {};
}

} // namespace edgewright::test
