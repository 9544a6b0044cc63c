// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/rule.h"

#include "core/base/catalogue.h"
#include "core/base/say.h"
#include "fusion_rules.def"

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>

namespace edgewright::fusion {

EDGEWRIGHT_FUSION_RULES(EDGEWRIGHT_DECLARE_ENTRY, Rule, )

namespace {

Rule named(std::string_view name, Rule rule) {
    rule.name = name;
    return rule;
}

// Each under the name of its file.
std::span<const Rule> builtIn() {
    static const std::array rules{
#define EDGEWRIGHT_NAMED_ENTRY(name) named(#name, name::entry),
        EDGEWRIGHT_FUSION_RULES(EDGEWRIGHT_NAMED_ENTRY)};
    return rules;
}

struct Registered {
    std::string name, summary, before, after;
    std::deque<std::string> roots;
    Rule rule;
};

struct Registry {
    std::mutex mutex;
    std::vector<const Rule*> all;
    std::deque<Registered> own;
};

// Never destroyed: rules may be asked for while the program ends.
Registry& registry() {
    static Registry& it = []() -> Registry& {
        auto* made = new Registry;
        for (const Rule& rule : builtIn())
            made->all.push_back(&rule);
        return *made;
    }();
    return it;
}

} // namespace

std::span<const Rule* const> rules() { return registry().all; }

const Rule* findRule(std::string_view name) {
    const auto all = rules();
    const auto it = std::ranges::find(all, name, [](const Rule* rule) { return rule->name; });
    return it == all.end() ? nullptr : *it;
}

std::set<std::string, std::less<>> rulesOffByDefault() {
    std::set<std::string, std::less<>> names;
    for (const Rule* rule : rules())
        if (!rule->onByDefault) names.emplace(rule->name);
    return names;
}

Result<const Rule*> registerRule(const Rule& rule) {
    if (rule.name.empty() || !rule.match)
        return badInput(say("a fusion rule needs a name and a match function"));
    Registry& it = registry();
    const std::scoped_lock lock(it.mutex);
    if (findRule(rule.name)) return badInput(say("there is already a fusion rule named '{1}'", rule.name));
    Registered& own = it.own.emplace_back();
    own.name = rule.name;
    own.summary = rule.summary;
    own.before = rule.before;
    own.after = rule.after;
    own.rule = rule;
    own.rule.name = own.name;
    own.rule.summary = own.summary;
    own.rule.before = own.before;
    own.rule.after = own.after;
    for (std::string_view& root : own.rule.roots)
        root = own.roots.emplace_back(root);
    it.all.push_back(&own.rule);
    return &own.rule;
}

bool isBuiltIn(const Rule& rule) {
    return std::ranges::any_of(builtIn(), [&](const Rule& each) { return &each == &rule; });
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
