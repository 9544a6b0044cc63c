// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/model/timeline_scene.h"

#include <algorithm>

namespace edgewright::views {

namespace {

TimelineScene::Names namesOf(const std::vector<TimelineScene::Shown>& sources) {
    constexpr auto Unknown = static_cast<std::uint32_t>(-1);
    std::vector<std::string> names;
    TimelineScene::Names made;
    for (const TimelineScene::Shown& each : sources) {
        const TimelineModel& model = *each.model;
        made.firstTrack.push_back(names.size());
        for (const TimelineTrack& track : model.tracks())
            names.push_back(track.name.toStdString());
        std::vector<std::uint32_t>& of = made.of.emplace_back(model.trace().names.size(), Unknown);
        for (std::uint32_t at = 0; at < model.index().size(); ++at) {
            std::uint32_t& index = of[model.span(at).name];
            if (index != Unknown) continue;
            index = static_cast<std::uint32_t>(names.size());
            names.emplace_back(model.label(at));
        }
    }
    made.labels = ShortLabels(names);
    return made;
}

} // namespace

TimelineScene TimelineScene::of(std::vector<std::shared_ptr<const TimelineModel>> models,
                                TimelineGraphs graphs) {
    TimelineScene scene;
    scene.graphs = std::move(graphs);
    for (auto& model : models)
        scene.sources.push_back({std::move(model)});
    scene.names = std::make_shared<const Names>(namesOf(scene.sources));
    if (scene.sources.size() > 1)
        for (std::size_t i = 0; i < scene.sources.size(); ++i)
            if (!scene.sources[i].model->runs().empty()) scene.showRun(i, scene.sources[i].model->typicalRun());
    return scene;
}

std::size_t TimelineScene::nameOf(SpanRef of) const { return names->of[of.source][model(of).span(of.at).name]; }

void TimelineScene::showRun(std::size_t source, std::size_t run) {
    Shown& shown = sources[source];
    shown.run = std::min(run, shown.model->runs().size() - 1);
    shown.origin = shown.model->runs()[shown.run].start;
}

TimeRange TimelineScene::all() const {
    TimeRange range{0, 0};
    for (const Shown& each : sources) {
        range.from = std::min(range.from, -each.origin);
        range.to = std::max(range.to, each.model->end() - each.origin);
    }
    if (!(range.length() > 0)) range.to = range.from + 1e-6;
    return range;
}

TimeRange TimelineScene::fit() const {
    if (sources.size() < 2) return all();
    TimeRange range{0, 0};
    for (const Shown& each : sources)
        range.to = std::max(range.to, each.model->runs().empty() ? each.model->end()
                                                                 : each.model->runs()[each.run].seconds());
    return range.length() > 0 ? range : all();
}

double TimelineScene::start(SpanRef span) const {
    return model(span).index().start(span.at) - sources[span.source].origin;
}

double TimelineScene::end(SpanRef span) const {
    return model(span).index().end(span.at) - sources[span.source].origin;
}

std::vector<SpanRef> TimelineScene::partnersOf(SpanRef span) const {
    std::vector<SpanRef> partners;
    if (!span.valid()) return partners;
    const double wanted = start(span);
    for (const NodeId origin : model(span).origins(span.at, graphs))
        for (std::size_t i = 0; i < sources.size(); ++i) {
            if (i == span.source) continue;
            const TimelineModel& other = *sources[i].model;
            const auto places = other.positionsOf(origin);
            if (places.empty()) continue;
            const auto startOf = [&](std::uint32_t at) { return start({i, at}); };
            auto nearest = std::ranges::lower_bound(places, wanted, {}, startOf);
            if (nearest == places.end() ||
                (nearest != places.begin() && wanted - startOf(*(nearest - 1)) < startOf(*nearest) - wanted))
                --nearest;
            partners.push_back({i, *nearest});
            if (other.trace().tool != trace::Tool::Edgewright) continue;
            // Members of a group that ran one by one, all of them.
            for (const std::uint32_t at : places)
                if (std::ranges::equal(other.nodes(at), other.nodes(*nearest))) partners.push_back({i, at});
        }
    std::ranges::sort(partners);
    partners.erase(std::unique(partners.begin(), partners.end()), partners.end());
    return partners;
}

std::vector<std::vector<std::uint32_t>> TimelineScene::positionsOf(const std::vector<NodeId>& nodes) const {
    std::vector<std::vector<std::uint32_t>> found(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto add = [&](NodeId node) {
            const auto places = sources[i].model->positionsOf(node);
            found[i].insert(found[i].end(), places.begin(), places.end());
        };
        for (const NodeId node : nodes) {
            add(node);
            for (const NodeId origin : graphs.originsOf(node))
                if (origin != node) add(origin);
        }
        std::ranges::sort(found[i]);
        found[i].erase(std::unique(found[i].begin(), found[i].end()), found[i].end());
    }
    return found;
}

std::set<ops::Category> TimelineScene::kinds() const {
    std::set<ops::Category> found;
    for (const Shown& each : sources) {
        const SpanIndex& index = each.model->index();
        for (std::size_t kind = 0; kind < SpanKinds; ++kind)
            if (index.has(static_cast<ops::Category>(kind))) found.insert(static_cast<ops::Category>(kind));
    }
    return found;
}

} // namespace edgewright::views
