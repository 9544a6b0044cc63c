// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/presented.h"

#include "core/base/propagate.h"
#include "core/pipeline/bisect.h"
#include "views/support/operator_title.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>

namespace edgewright::views {

namespace {

constexpr double GoodRelative = 1e-5, NearRelative = 1e-4; // of float32 sums in another order
constexpr std::size_t MaxBadgeReasons = 12;

void addBadge(Badges& badges, NodeId node, Badge::Kind kind, const QStringList& reasons) {
    if (!node.valid()) return;
    auto& list = badges[node];
    const auto same = std::ranges::find(list, kind, &Badge::kind);
    Badge& badge = same == list.end() ? list.emplace_back() : *same;
    badge.kind = kind;
    for (const QString& reason : reasons)
        if (badge.reasons.size() < static_cast<qsizetype>(MaxBadgeReasons) && !badge.reasons.contains(reason))
            badge.reasons << reason;
}

// By node that is there after `steps` steps: why it became what it is.
std::map<NodeId, QStringList> reasonsOf(const fusion::History& history, std::size_t steps) {
    std::map<NodeId, QStringList> reasons;
    for (std::size_t i = 0; i < steps; ++i) {
        const fusion::Step& step = history.steps[i];
        if (!step.site.inside.empty()) continue; // its ids are those of a subgraph
        QStringList all;
        for (const NodeId removed : step.patch.removed)
            if (const auto known = reasons.find(removed); known != reasons.end()) {
                all += known->second;
                reasons.erase(known);
            }
        all << QString::fromStdString(step.reason);
        for (const NodeId made : step.made)
            reasons[made] = all;
    }
    return reasons;
}

} // namespace

Result<std::shared_ptr<const Presented>> present(std::shared_ptr<const fusion::History> history,
                                                 std::size_t step, const modules::Modules* modules,
                                                 const RunContext& run) {
    auto made = std::make_shared<Presented>();
    made->history = history;
    made->step = std::min(step, history->steps.size());
    const bool end = made->atEnd();
    if (end) {
        made->graph = std::shared_ptr<const ir::Graph>(history, &history->graph);
    } else if (made->step == 0) {
        made->graph = std::shared_ptr<const ir::Graph>(history, &history->base);
    } else {
        ASSIGN_OR_RETURN(auto graph, fusion::graphAt(*history, made->step));
        made->graph = std::make_shared<const ir::Graph>(std::move(graph));
    }
    made->provenance = std::make_shared<const Provenance>(*history, made->step);
    if (modules) made->modules = modules::modulesIn(*made->graph, *modules, history->base);
    if (run.stopped()) return cancelled();
    for (const Provenance::Group& group : made->provenance->groups()) {
        HullSpec hull;
        hull.members = group.members;
        hull.group = group.node;
        hull.tag = made->graph->contains(group.node) ? operatorTitle(made->graph->node(group.node))
                                                     : operatorsText(history->base, group.members);
        made->hulls.push_back(std::move(hull));
    }
    const auto keepGroups = [&](const Provenance& last) {
        for (const Provenance::Group& group : last.groups())
            made->groups.push_back(group.members);
    };
    if (end)
        keepGroups(*made->provenance);
    else
        keepGroups(Provenance(*history));
    made->changes = made->provenance->changes();
    for (const auto& [node, reasons] : reasonsOf(*history, made->step)) {
        if (!made->graph->contains(node)) continue;
        addBadge(made->after, node, Badge::Kind::Applied, reasons);
        if (const auto origins = made->provenance->originsOf(node);
            !origins.empty() && history->base.contains(origins.front()))
            addBadge(made->before, origins.front(), Badge::Kind::Applied, reasons);
    }
    if (end) {
        for (const fusion::Refusal& refusal : history->refusals) {
            if (refusal.nodes.empty() || refusal.isFused) continue;
            const QStringList reason{QString::fromStdString(refusal.reason)};
            addBadge(made->after, refusal.nodes[refusal.firstUnfused], Badge::Kind::Refused, reason);
            if (const auto origins = made->provenance->originsOf(refusal.nodes[refusal.firstUnfused]);
                !origins.empty())
                addBadge(made->before, origins.front(), Badge::Kind::Refused, reason);
        }
        for (const fusion::Step& possible : history->possible) {
            const QStringList reason{QString::fromStdString(possible.reason)};
            if (!possible.nodes.empty())
                addBadge(made->after, possible.nodes.front(), Badge::Kind::Possible, reason);
            if (possible.site.nodes.empty() || !possible.site.inside.empty()) continue;
            addBadge(made->before, possible.site.nodes.front(), Badge::Kind::Possible, reason);
            if (possible.site.nodes.size() < 2) continue;
            HullSpec hull;
            hull.members = possible.site.nodes;
            hull.style = HullSpec::Style::Possible;
            hull.tag = operatorsText(history->base, possible.site.nodes);
            made->hulls.push_back(std::move(hull));
        }
    }
    return std::shared_ptr<const Presented>(std::move(made));
}

NodePairs pairsBetween(const Presented* old, const Presented* next) {
    NodePairs pairs;
    const auto heirs = [&](NodeId origin) {
        return next ? next->provenance->descendantsOf(origin) : std::vector<NodeId>{origin};
    };
    if (old) {
        for (const NodeId id : old->graph->order()) {
            if (next && next->graph->contains(id) && next->history == old->history) continue;
            for (const NodeId origin : old->provenance->originsOf(id))
                for (const NodeId heir : heirs(origin))
                    pairs.emplace_back(id, heir);
        }
    } else if (next) {
        for (const Provenance::Group& group : next->provenance->groups())
            for (const NodeId member : group.members)
                pairs.emplace_back(member, group.node);
    }
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

void addNumericBadges(Badges& badges, const pipeline::Check& check, const fusion::History& history,
                      const pipeline::BrokenBy* broken) {
    const auto text = [](const char* english) {
        return QCoreApplication::translate("edgewright::views::Presented", english);
    };
    const bool fails = !check.passes();
    for (const pipeline::BoundaryDifference& boundary : check.boundaries) {
        Badge badge;
        badge.kind = Badge::Kind::Numeric;
        const exec::Difference& d = boundary.difference;
        if (fails && d.relNorm == 0) continue; // neither good nor a place that differs
        badge.text = significant(d.relNorm, 1);
        badge.level = d.relNorm <= GoodRelative   ? Badge::Level::Good
                      : d.relNorm <= NearRelative ? Badge::Level::Near
                                                  : Badge::Level::Bad; // NaN, too
        if (fails && badge.level == Badge::Level::Good) badge.level = Badge::Level::Near;
        badge.reasons << QCoreApplication::translate("edgewright::views::Presented",
                                                     "%1: ‖Δ‖ / ‖x‖ %2, max |Δ| %3 against the original")
                             .arg(QString::fromStdString(boundary.name), significant(d.relNorm, 2),
                                  significant(d.maxAbs, 2));
        if (fails)
            badge.reasons << text(QT_TRANSLATE_NOOP("edgewright::views::Presented",
                                                    "The outputs of the model differ: the check failed"));
        auto& list = badges[boundary.node];
        const auto same = std::ranges::find(list, Badge::Kind::Numeric, &Badge::kind);
        if (same == list.end())
            list.push_back(std::move(badge));
        else if (same->level <= badge.level)
            *same = std::move(badge);
    }
    if (!fails || !broken || broken->step >= history.steps.size()) return;
    const fusion::Site& site = history.steps[broken->step].site;
    std::set<NodeId> heirs;
    if (site.inside.empty())
        for (const NodeId node : site.nodes)
            for (const NodeId heir : history.descendantsOf(node))
                heirs.insert(heir);
    for (const NodeId heir : heirs) {
        Badge badge;
        badge.kind = Badge::Kind::Numeric;
        badge.level = Badge::Level::Bad;
        badge.reasons << text(QT_TRANSLATE_NOOP("edgewright::views::Presented",
                                                "Here the outputs of the model break: %1"))
                             .arg(QString::fromStdString(broken->reason));
        auto& list = badges[heir];
        std::erase_if(list, [](const Badge& each) { return each.kind == Badge::Kind::Numeric; });
        list.push_back(std::move(badge));
    }
}

} // namespace edgewright::views
