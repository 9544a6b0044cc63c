// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/node.h"

#include <algorithm>

namespace edgewright::ir {

namespace {

template <typename T>
const T* get(const Node& node, std::string_view attribute) {
    const AttributeValue* value = node.find(attribute);
    return value ? std::get_if<T>(value) : nullptr;
}

} // namespace

const AttributeValue* Node::find(std::string_view attribute) const {
    const auto it = std::ranges::find(attributes, attribute, &Attribute::name);
    return it == attributes.end() ? nullptr : &it->value;
}

std::int64_t Node::intOr(std::string_view attribute, std::int64_t fallback) const {
    const auto* value = get<std::int64_t>(*this, attribute);
    return value ? *value : fallback;
}

float Node::floatOr(std::string_view attribute, float fallback) const {
    const auto* value = get<float>(*this, attribute);
    return value ? *value : fallback;
}

std::string Node::stringOr(std::string_view attribute, std::string_view fallback) const {
    const auto* value = get<std::string>(*this, attribute);
    return value ? *value : std::string(fallback);
}

std::vector<std::int64_t> Node::ints(std::string_view attribute) const {
    const auto* value = get<std::vector<std::int64_t>>(*this, attribute);
    return value ? *value : std::vector<std::int64_t>();
}

std::vector<float> Node::floats(std::string_view attribute) const {
    const auto* value = get<std::vector<float>>(*this, attribute);
    return value ? *value : std::vector<float>();
}

const Tensor* Node::tensor(std::string_view attribute) const { return get<Tensor>(*this, attribute); }

std::shared_ptr<const Graph> Node::graph(std::string_view attribute) const {
    const auto* value = get<std::shared_ptr<const Graph>>(*this, attribute);
    return value ? *value : nullptr;
}

void Node::set(std::string attribute, AttributeValue value) {
    const auto it = std::ranges::find(attributes, attribute, &Attribute::name);
    if (it != attributes.end())
        it->value = std::move(value);
    else
        attributes.push_back({std::move(attribute), std::move(value)});
}

std::string Node::label() const {
    if (!name.empty()) return name;
    return op + (id.valid() ? " #" + std::to_string(id.index()) : "");
}

std::vector<NodeId> originsOf(const Node& node) {
    return node.origins.empty() ? std::vector{node.id} : node.origins;
}

} // namespace edgewright::ir
