// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/modules.h"

#include "core/ir/order.h"
#include "core/modules/alike.h"
#include "core/modules/paths.h"
#include "core/modules/regions.h"
#include "core/modules/repeats.h"
#include "core/modules/runs.h"
#include "core/ops/work.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

namespace edgewright::modules {

namespace {

constexpr std::size_t MinOperators = 2;                           // of a module; else its node stands by itself
constexpr std::size_t MaxItems = 48;                              // of a level; more are grouped by structure
constexpr std::size_t MaxPlainItems = 8;                          // the same where names say nothing
constexpr std::size_t MinRegion = 4, MaxRegion = 40, Chunks = 24; // items
constexpr std::size_t MaxNamedOperators = 3, WorthOpening = 12;   // operators
constexpr std::size_t MaxOpenedItems = 8; // of a module, where not all of its level can be opened
constexpr std::uint32_t NoDraft = UINT32_MAX;

struct DraftItem {
    std::uint32_t draft = NoDraft;  // else a node
    std::size_t begin = 0, end = 0; // in m_flat
};
using DraftItems = std::vector<DraftItem>;

struct Draft {
    std::string name;
    DraftItems items;
    std::size_t begin = 0, end = 0, operators = 0, repeats = 1;
    std::uint64_t kind = 0;
    bool list = false;
    bool byStructure = false; // the name only lists operators
};

// What is grouped: a block or a node that is drawn, with the constants that stand before it.
struct Slot {
    DraftItems items;
    std::uint64_t code = 0;
    bool whole = false; // a block
    std::size_t begin() const { return items.front().begin; }
    std::size_t end() const { return items.back().end; }
};
using Slots = std::vector<Slot>;

class Builder {
public:
    Builder(const ir::Graph& graph, std::vector<NodeId> order, const ir::Constants& constants, Paths paths,
            const RunContext& run)
        : m_graph(graph), m_constants(constants), m_paths(std::move(paths)),
          m_links(graph, std::move(order), constants), m_runs(m_links), m_alike(graph, constants),
          m_flatOf(m_links.size(), 0), m_slotOf(m_links.size(), 0), m_run(run) {}

    Result<Modules> build() {
        std::vector<std::uint32_t> places(m_links.size());
        for (std::uint32_t i = 0; i < places.size(); ++i)
            places[i] = i;
        Draft root;
        root.items = level(0, places, root.repeats);
        while (root.items.size() == 1 &&
               root.items.front().draft != NoDraft) { // one level for all says nothing
            Draft only = std::move(m_drafts[root.items.front().draft]);
            root.items = std::move(only.items);
            root.repeats = only.repeats;
        }
        if (m_run.stopped()) return cancelled();
        root.begin = 0;
        root.end = m_flat.size();
        root.operators = operatorsOf(0, m_flat.size());
        root.name = m_graph.name;
        Modules modules;
        modules.source = m_paths.source;
        modules.order = m_flat;
        modules.of.assign(m_graph.nextNode().index(), ModuleId());
        number(modules, root, ModuleId());
        std::map<std::pair<std::uint64_t, bool>, std::pair<std::uint32_t, std::size_t>> kinds;
        for (std::size_t i = 0; i < modules.all.size(); ++i) {
            const ModuleId parent = modules.all[i].parent;
            const bool isParentAlike =
                parent.valid() && m_kinds[parent.index()] == m_kinds[i] &&
                (modules.all[parent.index()].repeats > 1) == (modules.all[i].repeats > 1);
            kinds
                .try_emplace({m_kinds[i], modules.all[i].repeats > 1}, static_cast<std::uint32_t>(kinds.size()),
                             0)
                .first->second.second += isParentAlike ? 0 : 1; // what only wraps it is no twin
        }
        for (std::size_t i = 0; i < modules.all.size(); ++i) {
            const auto& [kind, alike] = kinds.at({m_kinds[i], modules.all[i].repeats > 1});
            modules.all[i].kind = kind;
            modules.all[i].alike = alike;
        }
        return modules;
    }

private:
    // The items of the module that `scope` is, of the nodes at `places`.
    DraftItems level(std::uint32_t scope, const std::vector<std::uint32_t>& places, std::size_t& repeats) {
        std::vector<std::uint32_t> groups, scopes; // scopes: by group; 0: a node by itself
        std::unordered_map<std::uint32_t, std::uint32_t> known;
        for (const std::uint32_t place : places) {
            const std::uint32_t own = m_paths.of[m_links.order()[place].index()];
            const std::uint32_t below = own == scope ? 0 : m_paths.below(scope, own);
            std::uint32_t group = static_cast<std::uint32_t>(scopes.size());
            if (below != 0) group = known.try_emplace(below, group).first->second;
            if (group == scopes.size()) scopes.push_back(below);
            groups.push_back(group);
        }
        std::vector<Run> runs = m_runs.of(places, groups, scopes.size());
        std::vector<int> part(scopes.size(), 0); // of a scope that is cut
        Slots slots;
        DraftItems constants; // that stand before the next block
        for (Run& run : runs) {
            if (m_run.stopped()) return {};
            const bool module =
                scopes[run.group] != 0 && std::ranges::count_if(run.places, [&](std::uint32_t place) {
                                              return !m_links.isConstant(place);
                                          }) >= static_cast<std::ptrdiff_t>(MinOperators);
            if (!module) {
                for (const std::uint32_t place : run.places)
                    addNode(place, slots, constants);
                continue;
            }
            std::ranges::sort(run.places);
            Draft draft;
            draft.name = m_paths.scopes[scopes[run.group]].name;
            if (++part[run.group] > 1) draft.name += " (" + std::to_string(part[run.group]) + ")";
            draft.begin = m_flat.size();
            draft.items = level(scopes[run.group], run.places, draft.repeats);
            draft.end = m_flat.size();
            constants.push_back(finish(std::move(draft)));
            slots.push_back(slot(std::exchange(constants, {})));
        }
        if (!constants.empty()) {
            if (slots.empty()) return constants;
            slots.back().items.insert(slots.back().items.end(), constants.begin(), constants.end());
        }
        return grouped(std::move(slots), repeats);
    }
    void addNode(std::uint32_t place, Slots& slots, DraftItems& constants) {
        m_flatOf[place] = static_cast<std::uint32_t>(m_flat.size());
        constants.push_back({NoDraft, m_flat.size(), m_flat.size() + 1});
        m_flat.push_back(m_links.order()[place]);
        m_places.push_back(place);
        if (!m_links.isConstant(place)) slots.push_back(slot(std::exchange(constants, {})));
    }
    // The last item is what counts.
    Slot slot(DraftItems items) {
        Slot made{std::move(items)};
        const DraftItem& last = made.items.back();
        made.whole = last.draft != NoDraft;
        made.code = made.whole ? codeOf(m_drafts[last.draft]) : m_alike.node(m_flat[last.begin]);
        return made;
    }
    // Elements of a list are called alike but for their numbers; "query" and "key" are none.
    static std::uint64_t codeOf(const Draft& draft) {
        if (draft.byStructure) return draft.kind;
        std::string name = draft.name;
        std::erase_if(name, [](unsigned char c) { return std::isdigit(c) != 0; });
        return draft.kind ^ std::hash<std::string>{}(name);
    }
    // A module that holds nothing but one module is one with it.
    DraftItem finish(Draft draft) {
        if (draft.items.size() == 1 && draft.items.front().draft != NoDraft) {
            Draft& only = m_drafts[draft.items.front().draft];
            if (!only.byStructure && !only.list) draft.name += '/' + only.name;
            draft.repeats = only.repeats;
            draft.items = std::move(only.items);
        }
        draft.operators = operatorsOf(draft.begin, draft.end);
        draft.kind = m_alike.stretch(std::span(m_flat).subspan(draft.begin, draft.end - draft.begin));
        const DraftItem item{static_cast<std::uint32_t>(m_drafts.size()), draft.begin, draft.end};
        m_drafts.push_back(std::move(draft));
        return item;
    }
    std::size_t operatorsOf(std::size_t begin, std::size_t end) const {
        std::size_t count = 0;
        for (std::size_t i = begin; i < end; ++i)
            count += m_links.isConstant(m_places[i]) ? 0 : 1;
        return count;
    }

    // By structure where there are too many; then what stands several times in a row is one.
    DraftItems grouped(Slots slots, std::size_t& repeats) {
        const bool plain = m_paths.source == Source::Structure;
        const bool many = slots.size() > (plain ? MaxPlainItems : MaxItems);
        if (many) {
            Slots next;
            std::size_t at = 0;
            for (const Stretch& region : regions(crossing(slots), MinRegion, MaxRegion)) {
                pass(slots, at, region.begin, next);
                next.push_back(wrap(slots, region, std::string()));
                at = region.end;
            }
            pass(slots, at, slots.size(), next);
            slots = std::move(next);
        }
        slots = withRepeats(std::move(slots), many, repeats);
        if (slots.size() > MaxItems && repeats == 1) { // equal ones are told by their number
            Slots next;
            for (const Stretch& chunk : chunks(cost(slots), Chunks))
                next.push_back(wrap(slots, chunk, std::string()));
            slots = std::move(next);
        }
        DraftItems items;
        for (Slot& each : slots)
            items.insert(items.end(), each.items.begin(), each.items.end());
        return items;
    }
    static void pass(Slots& from, std::size_t begin, std::size_t end, Slots& to) {
        for (; begin < end; ++begin)
            to.push_back(std::move(from[begin]));
    }
    Slots withRepeats(Slots slots, bool many, std::size_t& repeats) {
        std::vector<std::uint64_t> codes;
        std::vector<bool> whole;
        for (const Slot& each : slots) {
            codes.push_back(each.code);
            whole.push_back(each.whole);
        }
        Slots next;
        std::size_t at = 0;
        for (const Repeat& repeat : repeatsIn(codes, whole, cost(slots))) {
            if (repeat.period > 1 && !many) continue;
            pass(slots, at, repeat.begin, next);
            Slots elements;
            for (std::size_t time = 0; time < repeat.times; ++time) {
                const Stretch once{repeat.begin + time * repeat.period,
                                   repeat.begin + (time + 1) * repeat.period};
                elements.push_back(repeat.period > 1 ? wrap(slots, once, std::to_string(time + 1))
                                                     : std::move(slots[once.begin]));
            }
            at = repeat.end();
            if (repeat.begin == 0 && at == slots.size()) { // the parent says so itself
                repeats = repeat.times;
                return elements;
            }
            next.push_back(run(std::move(elements)));
        }
        pass(slots, at, slots.size(), next);
        return next;
    }
    Slot run(Slots elements) {
        const auto draftOf = [&](const Slot& element) -> Draft& {
            return m_drafts[element.items.back().draft];
        };
        Draft made;
        made.byStructure = draftOf(elements.front()).byStructure;
        made.name = draftOf(elements.front()).name;
        if (made.byStructure)
            made.name = operatorsText(draftOf(elements.front()).begin, draftOf(elements.front()).end);
        else
            made.name += " … " + draftOf(elements.back()).name;
        made.repeats = elements.size();
        made.list = true;
        for (std::size_t i = 0; i < elements.size(); ++i) {
            if (made.byStructure) draftOf(elements[i]).name = std::to_string(i + 1);
            made.items.insert(made.items.end(), elements[i].items.begin(), elements[i].items.end());
        }
        made.begin = elements.front().begin();
        made.end = elements.back().end();
        return slot({finish(std::move(made))});
    }
    // Several slots as one block; one that is a block already stays.
    Slot wrap(Slots& slots, const Stretch& stretch, const std::string& name) {
        if (stretch.end - stretch.begin == 1) return std::move(slots[stretch.begin]);
        Draft made;
        made.byStructure = true;
        for (std::size_t i = stretch.begin; i < stretch.end; ++i)
            made.items.insert(made.items.end(), slots[i].items.begin(), slots[i].items.end());
        made.begin = made.items.front().begin;
        made.end = made.items.back().end;
        made.name = name.empty() ? operatorsText(made.begin, made.end) : name;
        return slot({finish(std::move(made))});
    }
    // By slot: how many tensors go from it, or one before it, to one behind it.
    std::vector<std::uint32_t> crossing(const Slots& slots) {
        if (slots.empty()) return {};
        const std::size_t begin = slots.front().begin(), end = slots.back().end();
        for (std::uint32_t i = 0; i < slots.size(); ++i)
            for (std::size_t at = slots[i].begin(); at < slots[i].end(); ++at)
                m_slotOf[at] = i;
        std::vector<std::uint32_t> starts(slots.size(), 0), ends(slots.size(), 0);
        for (std::size_t at = begin; at < end; ++at) {
            std::uint32_t last = m_slotOf[at];
            for (const std::uint32_t reader : m_links.readers(m_places[at]))
                if (const std::uint32_t flat = m_flatOf[reader]; flat >= begin && flat < end)
                    last = std::max(last, m_slotOf[flat]);
            if (last == m_slotOf[at]) continue;
            ++starts[m_slotOf[at]];
            ++ends[last];
        }
        std::vector<std::uint32_t> crossing;
        std::uint32_t live = 0;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            live += starts[i] - ends[i];
            crossing.push_back(live);
        }
        return crossing;
    }
    // Of a cut behind each slot: by what crosses it; of equal ones before a product of matrices rather than
    // after.
    std::vector<std::uint32_t> cost(const Slots& slots) {
        std::vector<std::uint32_t> cost = crossing(slots);
        for (std::size_t i = 0; i + 1 < slots.size(); ++i) {
            const ir::Node& first = m_graph.node(m_flat[slots[i + 1].items.back().begin]);
            cost[i] = 2 * cost[i] + (ops::categoryOf(first) == ops::Category::Compute ? 0 : 1);
        }
        return cost;
    }
    // "Conv, Sigmoid, Mul, …": what it consists of.
    std::string operatorsText(std::size_t begin, std::size_t end) const {
        std::vector<std::string_view> names;
        for (std::size_t i = begin; i < end && names.size() <= MaxNamedOperators; ++i) {
            const ir::Node& node = m_graph.node(m_flat[i]);
            if (m_links.isConstant(m_places[i])) continue;
            if (std::ranges::find(names, node.op) == names.end()) names.push_back(node.op);
        }
        std::string text;
        for (std::size_t i = 0; i < names.size(); ++i) {
            text += i == 0 ? "" : ", ";
            text += i < MaxNamedOperators ? names[i] : std::string_view("…");
        }
        return text;
    }

    ModuleId number(Modules& modules, const Draft& draft, ModuleId parent) {
        const ModuleId id(modules.all.size());
        m_kinds.push_back(draft.kind);
        Module& made = modules.all.emplace_back();
        made.name = draft.name;
        made.parent = parent;
        made.depth = parent.valid() ? modules[parent].depth + 1 : 0;
        made.begin = draft.begin;
        made.end = draft.end;
        made.operators = draft.operators;
        made.named = !draft.byStructure;
        made.repeats = draft.repeats;
        made.list = draft.list;
        std::vector<Item> items;
        for (const DraftItem& item : draft.items) {
            if (item.draft != NoDraft) {
                items.push_back({number(modules, m_drafts[item.draft], id), NodeId()});
                continue;
            }
            items.push_back({ModuleId(), m_flat[item.begin]});
            modules.of[m_flat[item.begin].index()] = id;
        }
        modules.all[id.index()].items = std::move(items);
        return id;
    }

    const ir::Graph& m_graph;
    const ir::Constants& m_constants;
    Paths m_paths;
    Links m_links;
    Runs m_runs;
    Alike m_alike;
    std::vector<NodeId> m_flat;          // all nodes, as Modules::order
    std::vector<std::uint32_t> m_places; // of them in m_links
    std::vector<std::uint32_t> m_flatOf; // by place
    std::vector<std::uint32_t> m_slotOf; // by index in m_flat, of the level that is looked at
    std::vector<Draft> m_drafts;
    std::vector<std::uint64_t> m_kinds; // by module
    const RunContext& m_run;
};

} // namespace

bool Modules::contains(ModuleId outer, ModuleId inner) const {
    return inner.valid() && (*this)[outer].begin <= (*this)[inner].begin &&
           (*this)[inner].end <= (*this)[outer].end && outer <= inner;
}

std::vector<ModuleId> Modules::path(ModuleId id) const {
    std::vector<ModuleId> path;
    for (; id.valid() && id != Root; id = (*this)[id].parent)
        path.push_back(id);
    std::ranges::reverse(path);
    return path;
}

std::string Modules::pathText(ModuleId id) const {
    std::string text;
    for (const ModuleId each : path(id))
        if (const Module& module = (*this)[each]; !module.list || each == id)
            text += (text.empty() ? "" : "/") + module.name;
    return text;
}

ModuleId Modules::commonOf(ModuleId a, ModuleId b) const {
    while (a != b) {
        if ((*this)[a].depth < (*this)[b].depth) std::swap(a, b);
        a = (*this)[a].parent;
    }
    return a;
}

Modules undivided(const ir::Graph& graph) {
    Modules modules;
    modules.order.assign(graph.order().begin(), graph.order().end());
    modules.of.assign(graph.nextNode().index(), ModuleId());
    Module root;
    root.name = graph.name;
    root.end = root.operators = modules.order.size();
    for (const NodeId id : modules.order) {
        modules.of[id.index()] = Root;
        root.items.push_back({{}, id});
    }
    modules.all.push_back(std::move(root));
    return modules;
}

Result<Modules> modulesOf(const ir::Graph& graph, const RunContext& run) {
    ir::Order order = ir::executionOrder(graph);
    order.nodes.insert(order.nodes.end(), order.cyclic.begin(), order.cyclic.end());
    const ir::Constants constants = ir::constantsOf(graph);
    Paths paths = pathsOf(graph, order.nodes, constants);
    return Builder(graph, std::move(order.nodes), constants, std::move(paths), run).build();
}

std::vector<ModuleId> modulesIn(const ir::Graph& graph, const Modules& modules, const ir::Graph& base) {
    std::vector<ModuleId> of(graph.nextNode().index());
    for (const NodeId id : graph.order()) {
        ModuleId& found = of[id.index()];
        found = modules.moduleOf(id);
        std::int64_t most = -1;
        if (!found.valid())
            for (const NodeId origin : graph.node(id).origins) {
                if (!base.contains(origin) || !modules.moduleOf(origin).valid()) continue;
                const std::int64_t macs = ops::macsOf(base, base.node(origin));
                if (macs <= most) continue;
                most = macs;
                found = modules.moduleOf(origin);
            }
        if (!found.valid()) found = Root;
    }
    return of;
}

std::set<ModuleId> opened(const Modules& modules, std::size_t least, std::size_t most) {
    // Modules, and the nodes that none of them holds.
    const auto boxes = [&](ModuleId id) {
        std::size_t count = modules[id].operators;
        for (const Item& item : modules[id].items)
            if (item.module.valid()) count -= modules[item.module].operators - 1;
        return count;
    };
    std::set<ModuleId> open;
    std::size_t shown = boxes(Root);
    std::vector<ModuleId> level; // folded, the lowest below what is open
    const auto offer = [&](ModuleId id, std::vector<ModuleId>& to) {
        for (const Item& item : modules[id].items)
            if (item.module.valid()) to.push_back(item.module);
    };
    offer(Root, level);
    while (!level.empty() && shown < most) {
        std::map<std::uint32_t, std::vector<ModuleId>> kinds;
        for (const ModuleId id : level)
            kinds[modules[id].kind].push_back(id);
        struct Step {
            std::size_t operators, more;
            bool plain; // opens by itself; else only for want of boxes
            const std::vector<ModuleId>* ids;
        };
        std::vector<Step> steps;
        std::size_t all = shown;
        for (const auto& [kind, ids] : kinds) {
            const Module& first = modules[ids.front()];
            const bool plain = first.named && first.repeats == 1 && first.operators >= WorthOpening;
            steps.push_back({first.operators, (boxes(ids.front()) - 1) * ids.size(), plain, &ids});
            all += plain ? steps.back().more : 0;
        }
        std::ranges::stable_sort(steps, std::greater<>(), &Step::operators);
        const bool fits = all <= most;
        if (!fits && shown >= (least + most) / 2) break;
        std::vector<ModuleId> next;
        for (const Step& step : steps) {
            const bool few = fits || step.more <= MaxOpenedItems * step.ids->size();
            if (!(step.plain && few) && shown >= least) continue;
            if (shown + step.more > most) continue;
            shown += step.more;
            for (const ModuleId id : *step.ids) {
                open.insert(id);
                offer(id, next);
            }
        }
        level = std::move(next);
    }
    return open;
}

} // namespace edgewright::modules
