// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/modules.h"

#include "core/ir/order.h"
#include "core/modules/drafts.h"
#include "core/modules/grouping.h"
#include "core/modules/paths.h"
#include "core/modules/runs.h"
#include "core/ops/work.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace edgewright::modules {

namespace {

constexpr std::size_t MinOperators = 2; // of a module; else its nodes stand by themselves

// Between the names of a path: as the program that wrote the model writes it, where the file tells.
std::string_view separatorOf(Source source) { return source == Source::Hierarchy ? "." : "/"; }

void appendName(std::string& path, std::string_view name, std::string_view separator) {
    if (!path.empty()) path += separator;
    path += name;
}

// The tree of modules, from the scopes that names tell, level by level, and from the structure of each level.
class Builder {
public:
    Builder(const ir::Graph& graph, std::vector<NodeId> order, const ir::Constants& constants, Paths paths,
            const RunContext& run)
        : m_graph(graph), m_paths(std::move(paths)), m_links(graph, std::move(order), constants),
          m_runs(m_links), m_drafts(graph, m_links, constants, separatorOf(m_paths.source)),
          m_grouping(m_drafts, m_paths.source != Source::Structure), m_run(run) {}

    Result<Modules> build() {
        std::vector<std::uint32_t> places(m_links.size());
        std::iota(places.begin(), places.end(), 0u);
        Draft root;
        root.items = buildLevel(0, places, root.repeats);
        if (m_run.stopped()) return cancelled();
        root.name = m_graph.name;
        Modules modules = m_drafts.tree(std::move(root), m_paths.source);
        modules.below = std::move(m_below);
        return modules;
    }

private:
    // The items of the module that `scope` is, of the nodes at `places`.
    DraftItems buildLevel(std::uint32_t scope, const std::vector<std::uint32_t>& places, std::size_t& repeats) {
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
        std::vector<int> part(scopes.size(), 0); // of a scope that is cut
        Sequence sequence;
        DraftItems constants; // that stand before the next element
        for (Run& run : m_runs.of(places, groups, scopes.size())) {
            if (m_run.stopped()) return {};
            if (scopes[run.group] == 0 || !isModule(run)) {
                for (const std::uint32_t place : run.places) {
                    if (m_paths.source == Source::Hierarchy) noteBelow(scope, m_links.order()[place]);
                    constants.push_back(m_drafts.addNode(place));
                    if (!m_links.isConstant(place))
                        sequence.push_back(m_drafts.element(std::exchange(constants, {})));
                }
                continue;
            }
            std::ranges::sort(run.places);
            Draft draft;
            draft.name = m_paths.scopes[scopes[run.group]].name;
            draft.type = m_paths.scopes[scopes[run.group]].type;
            if (++part[run.group] > 1) draft.name += " (" + std::to_string(part[run.group]) + ")";
            draft.range.begin = m_drafts.order().size();
            draft.items = buildLevel(scopes[run.group], run.places, draft.repeats);
            draft.range.end = m_drafts.order().size();
            constants.push_back(m_drafts.addModule(std::move(draft)));
            sequence.push_back(m_drafts.element(std::exchange(constants, {})));
        }
        if (!constants.empty()) {
            if (sequence.empty()) return constants;
            sequence.back().items.insert(sequence.back().items.end(), constants.begin(), constants.end());
        }
        return m_grouping.grouped(std::move(sequence), repeats);
    }
    // The scopes of a node that stands by itself in `scope`.
    void noteBelow(std::uint32_t scope, NodeId node) {
        std::string text;
        for (std::uint32_t at = m_paths.of[node.index()]; at != scope; at = m_paths.scopes[at].parent)
            text = text.empty() ? m_paths.scopes[at].name : m_paths.scopes[at].name + '.' + text;
        if (!text.empty()) m_below.emplace(node, std::move(text));
    }
    bool isModule(const Run& run) const {
        return std::ranges::count_if(run.places, [&](std::uint32_t place) {
                   return !m_links.isConstant(place);
               }) >= static_cast<std::ptrdiff_t>(MinOperators);
    }

    const ir::Graph& m_graph;
    Paths m_paths;
    Links m_links;
    Runs m_runs;
    Drafts m_drafts;
    Grouping m_grouping;
    const RunContext& m_run;
    std::map<NodeId, std::string> m_below;
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
            appendName(text, module.name,
                       source == Source::Hierarchy && !module.named ? " · " : separatorOf(source));
    return text;
}

std::string Modules::pathText(NodeId node) const {
    std::string text;
    for (const ModuleId each : path(moduleOf(node)))
        if (const Module& module = (*this)[each]; !module.list && module.named)
            appendName(text, module.name, separatorOf(source));
    if (const auto it = below.find(node); it != below.end()) appendName(text, it->second, separatorOf(source));
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

} // namespace edgewright::modules
