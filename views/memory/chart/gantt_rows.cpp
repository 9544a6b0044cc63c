// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/gantt_rows.h"

#include <algorithm>
#include <map>

namespace edgewright::views {

namespace {

constexpr std::size_t MinModules = 6, MaxModules = 40; // headings, where that can be had
constexpr auto NoModule = static_cast<std::size_t>(-1);

std::size_t groupIndexOf(GanttRows& made, std::map<std::string, std::size_t>& known, std::string name,
                         const std::set<std::string>& open) {
    const auto [found, isNew] = known.emplace(std::move(name), made.groups.size());
    if (isNew) {
        GanttRows::Group group;
        group.name = found->first;
        group.open = open.contains(group.name);
        made.groups.push_back(std::move(group));
    }
    return found->second;
}

} // namespace

PlanModules::PlanModules(const modules::Modules& found, const pipeline::FusedModules* fused) {
    const std::set<modules::ModuleId> opened = modules::opened(found, MinModules, MaxModules);
    std::map<modules::ModuleId, std::size_t> shown, known; // by module, by innermost module: into m_names
    const auto indexOf = [&](modules::ModuleId innermost) {
        if (!innermost.valid() || innermost == modules::Root) return NoModule;
        if (const auto seen = known.find(innermost); seen != known.end()) return seen->second;
        modules::ModuleId id = innermost;
        for (const modules::ModuleId each : found.path(innermost))
            if (!opened.contains(each)) {
                id = each;
                break;
            }
        const auto [at, isNew] = shown.emplace(id, m_names.size());
        if (isNew) m_names.push_back(found.pathText(id));
        known.emplace(innermost, at->second);
        return at->second;
    };
    for (const modules::ModuleId id : found.of)
        m_before.push_back(indexOf(id));
    if (!fused) return;
    for (const modules::ModuleId id : fused->of)
        m_after.push_back(indexOf(id));
}

std::string PlanModules::nameOf(const PlanSide& side, LifeId id) const {
    const NodeId producer = side.producer(id);
    const std::vector<std::size_t>& of = side.after() ? m_after : m_before;
    if (!producer.valid() || producer.index() >= of.size() || of[producer.index()] == NoModule) return {};
    return m_names[of[producer.index()]];
}

GanttRows ganttRows(const PlanSide& side, RowOrder order, const RowGroups& groups) {
    GanttRows made;
    made.rowOf.resize(side.lives().size());
    const std::vector<LifeId> sorted = side.rows(order);
    if (order != RowOrder::Module || !groups.modules) {
        made.lives = sorted;
        made.names = side.shortNames();
        for (std::size_t row = 0; row < sorted.size(); ++row) {
            made.rowOf[sorted[row].index()] = row;
            made.rows.push_back({.life = sorted[row]});
        }
        return made;
    }
    std::map<std::string, std::size_t> known;
    std::vector<std::vector<LifeId>> members; // by group
    for (const LifeId id : sorted) {
        const std::size_t index = groupIndexOf(made, known, groups.modules->nameOf(side, id), groups.open);
        members.resize(made.groups.size());
        members[index].push_back(id);
        GanttRows::Group& group = made.groups[index];
        const Life& life = side.life(id);
        group.lower = group.count == 0 ? life.lower : std::min(group.lower, life.lower);
        group.upper = std::max(group.upper, life.upper);
        ++group.count;
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < side.lives().size(); ++i)
        names.push_back(side.name(LifeId(i)));
    for (const GanttRows::Group& group : made.groups)
        names.push_back(group.name);
    made.names = ShortLabels(names);
    for (std::size_t index = 0; index < made.groups.size(); ++index) {
        made.groups[index].row = made.rows.size();
        made.rows.push_back({.life = {}, .group = index});
        for (const LifeId id : members[index]) {
            made.lives.push_back(id);
            made.rowOf[id.index()] = made.groups[index].open ? made.rows.size() : made.groups[index].row;
            if (made.groups[index].open) made.rows.push_back({.life = id, .group = index});
        }
    }
    return made;
}

} // namespace edgewright::views
