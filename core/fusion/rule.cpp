// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/rule.h"

#include <algorithm>
#include <array>

namespace edgewright::fusion {

#define EDGEWRIGHT_ENTRY(name) extern const Rule name;
#include "fusion_rules.def"
#undef EDGEWRIGHT_ENTRY

namespace {

constexpr std::array Rules{
#define EDGEWRIGHT_ENTRY(name) &name,
#include "fusion_rules.def"
#undef EDGEWRIGHT_ENTRY
};

} // namespace

std::span<const Rule* const> rules() { return Rules; }

const Rule* findRule(std::string_view name) {
    const auto it = std::ranges::find(Rules, name, [](const Rule* rule) { return rule->name; });
    return it == Rules.end() ? nullptr : *it;
}

const ir::Node* GraphView::onlyConsumer(ValueId value) const {
    const auto readers = connections.consumers(value);
    if (readers.size() != 1 || graph.isOutput(value)) return nullptr;
    const ir::Node& reader = graph.node(readers.front());
    const auto captured = ir::capturedValues(reader);
    return std::ranges::find(captured, value) == captured.end() ? &reader : nullptr;
}

const ir::Node* GraphView::producer(ValueId value) const {
    const auto id = connections.producer(value);
    return id ? &graph.node(*id) : nullptr;
}

const ir::Tensor* GraphView::known(ValueId value) const {
    return value.valid() && graph.contains(value) ? graph.value(value).known() : nullptr;
}

} // namespace edgewright::fusion
