// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/drafts.h"

#include <cctype>
#include <functional>
#include <map>
#include <utility>

namespace edgewright::modules {

namespace {

// Elements of a list have names that differ by their numbers; "query" and "key" are no list.
std::uint64_t signatureOf(const Draft& draft) {
    if (draft.byStructure) return draft.kind;
    std::string name = draft.name;
    std::erase_if(name, [](unsigned char c) { return std::isdigit(c) != 0; });
    return draft.kind ^ std::hash<std::string>{}(name);
}

// Numbers the kinds from 0 and counts the modules of each; a list is another kind than its single elements.
void countAlike(Modules& modules, const std::vector<std::uint64_t>& kinds) {
    const auto keyOf = [&](ModuleId id) { return std::pair(kinds[id.index()], modules[id].repeats > 1); };
    struct Kind {
        std::uint32_t number;
        std::size_t count;
    };
    std::map<std::pair<std::uint64_t, bool>, Kind> found;
    for (std::size_t i = 0; i < modules.all.size(); ++i) {
        const ModuleId id(i), parent = modules.all[i].parent;
        Kind& kind =
            found.try_emplace(keyOf(id), Kind{static_cast<std::uint32_t>(found.size()), 0}).first->second;
        if (!parent.valid() || keyOf(parent) != keyOf(id)) ++kind.count; // a mere wrapping is no twin
    }
    for (std::size_t i = 0; i < modules.all.size(); ++i) {
        const Kind& kind = found.at(keyOf(ModuleId(i)));
        modules.all[i].kind = kind.number;
        modules.all[i].alike = kind.count;
    }
}

} // namespace

DraftItem Drafts::addNode(std::uint32_t place) {
    m_order.append(place);
    return {DraftItem::NoDraft, {m_order.size() - 1, m_order.size()}};
}

DraftItem Drafts::addModule(Draft draft) {
    if (draft.items.size() == 1 && draft.items.front().isModule()) {
        Draft& only = m_drafts[draft.items.front().draft];
        if (!only.byStructure && !only.list) {
            (draft.name += m_separator) += only.name;
            draft.type = only.type;
        }
        draft.repeats = only.repeats;
        draft.items = std::move(only.items);
    }
    draft.operators = m_order.operatorsIn(draft.range);
    draft.kind = m_alike.kindOf(m_order.nodes(draft.range));
    const DraftItem item{static_cast<std::uint32_t>(m_drafts.size()), draft.range};
    m_drafts.push_back(std::move(draft));
    return item;
}

SequenceElement Drafts::element(DraftItems items) {
    SequenceElement made{std::move(items)};
    const DraftItem& last = made.items.back();
    made.isModule = last.isModule();
    made.signature =
        last.isModule() ? signatureOf(m_drafts[last.draft]) : m_alike.kindOf(m_order.nodes()[last.range.begin]);
    return made;
}

Modules Drafts::tree(Draft root, Source source) {
    while (root.items.size() == 1 && root.items.front().isModule()) {
        Draft only = std::move(m_drafts[root.items.front().draft]);
        root.items = std::move(only.items);
        root.repeats = only.repeats;
    }
    root.range = {0, m_order.size()};
    root.operators = m_order.operatorsIn(root.range);
    Modules modules;
    modules.source = source;
    modules.order = m_order.nodes();
    number(modules, root, ModuleId());
    modules.of = std::move(m_moduleOf);
    countAlike(modules, m_kinds);
    return modules;
}

ModuleId Drafts::number(Modules& modules, const Draft& draft, ModuleId parent) {
    const ModuleId id(modules.all.size());
    m_kinds.push_back(draft.kind);
    Module& made = modules.all.emplace_back();
    made.name = draft.name;
    made.type = draft.type;
    made.parent = parent;
    made.depth = parent.valid() ? modules[parent].depth + 1 : 0;
    made.begin = draft.range.begin;
    made.end = draft.range.end;
    made.operators = draft.operators;
    made.named = !draft.byStructure;
    made.repeats = draft.repeats;
    made.list = draft.list;
    std::vector<Item> items;
    for (const DraftItem& item : draft.items) {
        const NodeId node = item.isModule() ? NodeId() : m_order.nodes()[item.range.begin];
        if (node.valid()) m_moduleOf[node.index()] = id;
        items.push_back({item.isModule() ? number(modules, m_drafts[item.draft], id) : ModuleId(), node});
    }
    modules.all[id.index()].items = std::move(items);
    return id;
}

} // namespace edgewright::modules
