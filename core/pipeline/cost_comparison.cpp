// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/cost_comparison.h"

#include "core/base/propagate.h"
#include "core/cost/accelerators/presets.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>

namespace edgewright::pipeline {

namespace {

constexpr std::string_view BeforeFusion = "before-fusion";

struct Precision {
    std::string_view name;
    std::int64_t wordBytes;
};
constexpr std::array Precisions{Precision{"int8", 1}, Precision{"fp16", 2}, Precision{"fp32", 4}};

std::vector<NodeId> originsOf(NodeId node, const fusion::History* fusion) {
    return fusion ? fusion->originsOf(node) : std::vector<NodeId>{node};
}

// The layer on the array that layer `i` works beside, or `i`.
std::size_t hostOf(const cost::CostReport& report, std::size_t i) {
    std::size_t host = i;
    while (host > 0 && report.layers[host].layer.unit == cost::Unit::Vector &&
           report.layers[host].layer.inputsOnChip)
        --host;
    const cost::Layer& found = report.layers[host].layer;
    const bool isHost =
        found.unit == cost::Unit::Array && found.outputsOnChip && found.node == report.layers[i].layer.node;
    return isHost ? host : i;
}

Result<cost::Accelerator> referenceAccelerator(const cost::Accelerator& now, const std::string& with) {
    if (with == BeforeFusion) return now;
    cost::Accelerator other = now;
    for (const Precision& each : Precisions)
        if (with == each.name) {
            other.wordBytes = each.wordBytes;
            return other;
        }
    for (const cost::NamedAccelerator& each : cost::presets())
        if (each.name == with) return each.accelerator;
    std::string names;
    for (const std::string& each : costReferences())
        names += (names.empty() ? "" : ", ") + each;
    return badInput("'" + with + "' is nothing to compare costs with; there are " + names);
}

} // namespace

std::vector<std::string> costReferences() {
    std::vector<std::string> names{std::string(BeforeFusion)};
    for (const Precision& each : Precisions)
        names.emplace_back(each.name);
    for (const cost::NamedAccelerator& each : cost::presets())
        names.push_back(each.name);
    return names;
}

bool isCostReference(const std::string& name) {
    const auto names = costReferences();
    return std::ranges::find(names, name) != names.end();
}

std::vector<std::size_t> partnersOf(const cost::CostReport& now, const fusion::History& fusion,
                                    const cost::CostReport& other, const fusion::History* otherFusion) {
    std::vector<std::size_t> partners(other.layers.size());
    std::iota(partners.begin(), partners.end(), std::size_t(0));
    if (otherFusion == &fusion && other.layers.size() == now.layers.size())
        return partners; // of the same graph
    partners.clear();
    std::map<NodeId, std::vector<std::size_t>> byOrigin; // layers of `now`
    for (std::size_t i = 0; i < now.layers.size(); ++i)
        for (const NodeId origin : fusion.originsOf(now.layers[i].layer.node))
            byOrigin[origin].push_back(i);
    for (const cost::LayerCost& layer : other.layers) {
        std::size_t best = cost::NoPartner;
        int bestRank = 0;
        for (const NodeId origin : originsOf(layer.layer.node, otherFusion)) {
            const auto found = byOrigin.find(origin);
            if (found == byOrigin.end()) continue;
            for (const std::size_t i : found->second) {
                const cost::Layer& mine = now.layers[i].layer;
                const int rank = mine.name == layer.layer.name ? 3 : mine.op == layer.layer.op ? 2 : 1;
                if (rank <= bestRank) continue;
                bestRank = rank;
                best = i;
            }
        }
        partners.push_back(best == cost::NoPartner ? best : hostOf(now, best));
    }
    return partners;
}

Result<std::shared_ptr<const ComparedCosts>> comparedCosts(const fusion::History& fusion,
                                                           std::shared_ptr<const Costs> now,
                                                           const std::string& with, const RunContext& run) {
    const cost::CostReport& report = now->report;
    ASSIGN_OR_RETURN(const auto accelerator, referenceAccelerator(report.accelerator, with));
    const bool isBase = with == BeforeFusion;
    auto made = std::make_shared<ComparedCosts>();
    made->with = with;
    if (!isBase && accelerator == report.accelerator) {
        made->costs = now;
    } else {
        ASSIGN_OR_RETURN(made->costs, costs(isBase ? fusion.base : fusion.graph, accelerator, run));
    }
    const auto partners = partnersOf(report, fusion, made->costs->report, isBase ? nullptr : &fusion);
    made->comparison = cost::compare(report, made->costs->report, partners);
    made->of = std::move(now);
    return std::shared_ptr<const ComparedCosts>(std::move(made));
}

std::shared_ptr<const ComparedCosts> comparisonOf(const Analysis& analysis) {
    const auto& compared = analysis.comparedCosts;
    return compared && compared->of == analysis.costs ? compared : nullptr;
}

} // namespace edgewright::pipeline
