// SPDX-License-Identifier: GPL-3.0-or-later
// Modules while they are being found, and the tree that they become.
#pragma once

#include "core/modules/alike.h"
#include "core/modules/draw_order.h"
#include "core/modules/modules.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::modules {

// A node or a module within a module.
struct DraftItem {
    static constexpr std::uint32_t NoDraft = UINT32_MAX;
    std::uint32_t draft = NoDraft; // in Drafts; NoDraft: the node at range.begin
    Range range;                   // of the draw order
    bool isModule() const { return draft != NoDraft; }
};
using DraftItems = std::vector<DraftItem>;

struct Draft {
    std::string name, type;
    DraftItems items;
    Range range; // of the draw order
    std::size_t operators = 0, repeats = 1;
    std::uint64_t kind = 0;
    bool list = false;
    bool byStructure = false; // the name only lists operators
};

// One element of the sequence in which repeats and cuts are looked for: a drawn node or a module, and the
// constants drawn before it.
struct SequenceElement {
    DraftItems items;            // the last one is the node or the module itself
    std::uint64_t signature = 0; // equal for elements that may be repeats of each other
    bool isModule = false;
    Range range() const { return {items.front().range.begin, items.back().range.end}; }
};
using Sequence = std::vector<SequenceElement>;

class Drafts {
public:
    // `separator`: between the names of modules that become one.
    Drafts(const ir::Graph& graph, const Links& links, const ir::Constants& constants,
           std::string_view separator)
        : m_order(graph, links), m_alike(graph, constants), m_separator(separator),
          m_moduleOf(graph.nextNode().index(), ModuleId()) {}

    const DrawOrder& order() const { return m_order; }
    Draft& of(const SequenceElement& element) { return m_drafts[element.items.back().draft]; }
    DraftItem addNode(std::uint32_t place);
    // Counts operators, finds the kind. A module whose only item is a module becomes one with it.
    DraftItem addModule(Draft draft);
    SequenceElement element(DraftItems items);
    // Ends the work. A root whose only item is a module is replaced by that.
    Modules tree(Draft root, Source source);

private:
    ModuleId number(Modules& modules, const Draft& draft, ModuleId parent);

    DrawOrder m_order;
    Alike m_alike;
    std::string_view m_separator;
    std::vector<Draft> m_drafts;
    std::vector<ModuleId> m_moduleOf;   // by node
    std::vector<std::uint64_t> m_kinds; // by module
};

} // namespace edgewright::modules
