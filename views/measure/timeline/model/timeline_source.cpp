// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/model/timeline_source.h"

#include "core/base/propagate.h"
#include "core/device/roof/operator_export.h"
#include "core/trace/trace_file.h"
#include "views/support/utf8.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace edgewright::views {

namespace {

// Of several counters the first that speaks of memory.
std::vector<MemorySample> samplesOf(const trace::Trace& trace) {
    const auto isMemory = [](const trace::Label& counter) {
        return counter.kind != trace::Label::Kind::Text || counter.text.find("bytes") != std::string::npos ||
               counter.text.find("emory") != std::string::npos;
    };
    std::vector<bool> areMemory;
    for (const trace::Label& each : trace.counterNames)
        areMemory.push_back(isMemory(each));
    const auto chosen = std::ranges::find_if(
        trace.counters, [&](const trace::CounterPoint& point) { return areMemory[point.counter]; });
    if (chosen == trace.counters.end()) return {};
    std::vector<MemorySample> samples;
    constexpr double Most = 9e18;
    for (const trace::CounterPoint& point : trace.counters)
        if (point.counter == chosen->counter && std::isfinite(point.time) && point.value >= 0 &&
            point.value < Most)
            samples.push_back({point.time, static_cast<std::int64_t>(point.value)});
    return samples;
}

} // namespace

const ir::Node* TimelineGraphs::node(NodeId id) const {
    if (!id.valid()) return nullptr;
    if (original && original->contains(id)) return &original->node(id);
    if (fusion && fusion->graph.contains(id)) return &fusion->graph.node(id);
    return nullptr;
}

std::vector<NodeId> TimelineGraphs::originsOf(NodeId node) const {
    if (original && original->contains(node)) return {node};
    if (!fusion || !fusion->graph.contains(node)) return {};
    return fusion->originsOf(node);
}

std::vector<MemorySample> memoryCurve(const device::VariantRecord& variant, const pipeline::MemoryPlan& plan) {
    std::unordered_map<NodeId, std::size_t> stepOf;
    for (std::size_t step = 0; step < plan.liveness.steps.size(); ++step)
        stepOf.emplace(plan.liveness.steps[step], step);
    // What runs in an arena runs step by step; its operators go by other numbers where it is quantized.
    const bool isByStep = variant.variant.reuse && variant.operators.size() == plan.liveness.steps.size();
    std::vector<MemorySample> samples;
    double end = 0; // as traceOf() lays them out
    for (std::size_t i = 0; i < variant.operators.size(); ++i) {
        const device::OperatorTime& each = variant.operators[i];
        const double start = std::max(each.start, end);
        end = start + each.seconds;
        const auto known = stepOf.find(each.node);
        const std::size_t step = isByStep ? i : known != stepOf.end() ? known->second : plan.liveBytes.size();
        if (step < plan.liveBytes.size()) samples.push_back({start, plan.liveBytes[step]});
    }
    if (!samples.empty()) samples.push_back({end, 0});
    return samples;
}

TimelineSource recordSource(const device::VariantRecord& variant, const pipeline::MemoryPlan* plan) {
    device::Record alone;
    alone.variants.push_back(variant);
    TimelineSource source;
    source.title = text(variant.variant.title());
    source.trace = std::make_shared<const trace::Trace>(device::traceOf(alone));
    auto matches = std::make_shared<trace::Matches>();
    for (const device::OperatorTime& each : variant.operators) { // a span each, in this order
        matches->spans.push_back({trace::By::Name, {each.node}});
        source.origins.push_back(each.origins);
    }
    if (std::ranges::all_of(source.origins, &std::vector<NodeId>::empty)) source.origins.clear();
    matches->operators = matches->matched = variant.operators.size();
    source.matches = std::move(matches);
    if (plan) source.memory = memoryCurve(variant, *plan);
    return source;
}

TimelineSource traceSource(std::shared_ptr<const trace::Trace> trace, const ir::Graph* original,
                           QString title) {
    TimelineSource source;
    source.title = std::move(title);
    if (original) source.matches = std::make_shared<const trace::Matches>(trace::matchTo(*trace, *original));
    source.memory = samplesOf(*trace);
    source.trace = std::move(trace);
    return source;
}

Result<TimelineSource> profileSource(const std::filesystem::path& file, const ir::Graph* original,
                                     const RunContext& run) {
    ASSIGN_OR_RETURN(trace::Trace trace, trace::readTrace(file, run));
    const QString title = trace.tool == trace::Tool::Unknown ? text(file.filename().string())
                                                             : QString::fromLatin1(nameOf(trace.tool));
    return traceSource(std::make_shared<const trace::Trace>(std::move(trace)), original, title);
}

} // namespace edgewright::views
