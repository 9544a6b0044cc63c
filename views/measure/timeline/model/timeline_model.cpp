// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/model/timeline_model.h"

#include "core/trace/track_names.h"
#include "views/support/utf8.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace edgewright::views {

namespace {

struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Timeline)
};

// Of a span its node's kind; else that of the operator that the tool names; else none is known.
class KindOfSpan {
public:
    KindOfSpan(const TimelineSource& source, const TimelineGraphs& graphs)
        : m_source(source), m_graphs(graphs), m_byOp(source.trace->names.size()) {}

    ops::Category operator()(std::size_t span) {
        if (m_source.matches && span < m_source.matches->spans.size())
            if (const auto kind = ofNodes(m_source.matches->spans[span].nodes)) return *kind;
        if (span < m_source.origins.size())
            if (const auto kind = ofNodes(m_source.origins[span])) return *kind;
        const std::uint32_t op = m_source.trace->spans[span].op;
        std::optional<ops::Category>& known = m_byOp[op];
        if (!known) {
            const ops::Operator* found = op == 0 ? nullptr : ops::find("", m_source.trace->names[op]);
            known = found ? found->category : ops::Category::Unknown;
        }
        return *known;
    }

private:
    // Of several that of the first that computes, as of a group.
    std::optional<ops::Category> ofNodes(const std::vector<NodeId>& nodes) {
        std::optional<ops::Category> first;
        for (const NodeId id : nodes) {
            const auto [at, isNew] = m_byNode.try_emplace(id);
            if (isNew)
                if (const ir::Node* node = m_graphs.node(id)) at->second = ops::categoryOf(*node);
            if (at->second == ops::Category::Compute) return at->second;
            if (!first) first = at->second;
        }
        return first;
    }

    const TimelineSource& m_source;
    const TimelineGraphs& m_graphs;
    std::vector<std::optional<ops::Category>> m_byOp; // by index in Trace::names
    std::unordered_map<NodeId, std::optional<ops::Category>> m_byNode;
};

QString trackName(const trace::Track& track, bool tellProcess) {
    const trace::Label& label = track.thread;
    const bool isNumber = label.kind == trace::Label::Kind::Thread && label.text.empty();
    QString name = isNumber ? TimelineText::tr("Thread %1").arg(label.number) : text(trace::shown(label));
    if (name.isEmpty()) name = TimelineText::tr("Thread");
    if (track.isDevice) name = TimelineText::tr("%1 · %2").arg(text(track.process), name);
    if (track.overflow > 0)
        name = TimelineText::tr("%1 (overlapping %2)").arg(name, QString::number(track.overflow));
    if (tellProcess && !track.isDevice && !track.process.empty())
        name = TimelineText::tr("%1 of %2").arg(name, text(track.process));
    return name;
}

} // namespace

Result<std::shared_ptr<const TimelineModel>>
TimelineModel::build(TimelineSource source, const TimelineGraphs& graphs, const RunContext& run) {
    std::shared_ptr<TimelineModel> model(new TimelineModel);
    model->m_source = std::move(source);
    if (!model->m_source.trace) model->m_source.trace = std::make_shared<const trace::Trace>();
    run.report(0, 4);
    KindOfSpan kindOf(model->m_source, graphs);
    model->m_index = SpanIndex(model->trace(), [&](std::size_t span) { return kindOf(span); });
    if (run.stopped()) return cancelled();
    run.report(2, 4);
    model->m_memory = MemoryCurve(model->m_source.memory);
    model->findTracks();
    model->findNodes(graphs);
    model->findLaunches();
    if (run.stopped()) return cancelled();
    run.report(3, 4);
    model->findRuns();
    model->findUnmatched();
    if (run.stopped()) return cancelled();
    return std::shared_ptr<const TimelineModel>(std::move(model));
}

void TimelineModel::findTracks() {
    const std::vector<trace::Track>& tracks = trace().tracks;
    const auto isOfHost = [](const trace::Track& each) { return !each.isDevice && !each.process.empty(); };
    const auto host = std::ranges::find_if(tracks, isOfHost);
    const bool tellProcess = std::ranges::any_of(
        tracks, [&](const trace::Track& each) { return isOfHost(each) && each.process != host->process; });
    // The name of our variant stands in the title.
    const bool isRecord = trace().tool == trace::Tool::Edgewright && tracks.size() == 1;
    const std::vector<SpanIndex::Row>& rows = m_index.rows();
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        if (m_tracks.empty() || rows[row].track != rows[m_tracks.back().firstRow].track) {
            m_tracks.push_back(
                {isRecord ? TimelineText::tr("Operators") : trackName(tracks[rows[row].track], tellProcess),
                 row});
            m_tracks.back().busy =
                m_index.share(rows[row].first, rows[row].last, m_index.start(rows[row].first), m_index.end())
                    .busy;
        }
        ++m_tracks.back().rows;
        m_tracks.back().spans += rows[row].last - rows[row].first;
    }
}

std::size_t TimelineModel::trackOf(std::uint32_t at) const {
    const auto behind = std::ranges::upper_bound(m_tracks, m_index.rowOf(at), {}, &TimelineTrack::firstRow);
    return static_cast<std::size_t>(behind - m_tracks.begin()) - 1;
}

std::string_view TimelineModel::label(std::uint32_t at) const {
    std::string_view label = name(at);
    if (trace().tool == trace::Tool::OnnxRuntime)
        for (const std::string_view ending : {"_kernel_time", "_nchwc"})
            if (label.ends_with(ending) && label.size() > ending.size()) label.remove_suffix(ending.size());
    return label;
}

std::span<const NodeId> TimelineModel::nodes(std::uint32_t at) const {
    const std::uint32_t span = m_index.span(at);
    if (!m_source.matches || span >= m_source.matches->spans.size()) return {};
    return m_source.matches->spans[span].nodes;
}

std::vector<NodeId> TimelineModel::origins(std::uint32_t at, const TimelineGraphs& graphs) const {
    const std::uint32_t span = m_index.span(at);
    std::vector<NodeId> found;
    if (span < m_source.origins.size() && !m_source.origins[span].empty()) {
        found = m_source.origins[span];
    } else {
        for (const NodeId node : nodes(at)) {
            const std::vector<NodeId> of = graphs.originsOf(node);
            found.insert(found.end(), of.begin(), of.end());
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

trace::By TimelineModel::matchedBy(std::uint32_t at) const {
    const std::uint32_t span = m_index.span(at);
    if (!m_source.matches || span >= m_source.matches->spans.size()) return trace::By::Nothing;
    return m_source.matches->spans[span].by;
}

void TimelineModel::findNodes(const TimelineGraphs& graphs) {
    std::unordered_map<NodeId, std::vector<NodeId>> known; // with what each stands for
    std::vector<std::pair<NodeId, std::uint32_t>> found;
    const bool hasKernels = trace().hasKernels(); // then the time of a node is theirs
    for (std::uint32_t at = 0; at < m_index.size(); ++at) {
        if (hasKernels && span(at).role != trace::Role::Kernel) continue;
        if (!m_source.origins.empty())
            for (const NodeId id : origins(at, graphs))
                found.emplace_back(id, at);
        for (const NodeId id : nodes(at)) {
            const auto [place, isNew] = known.try_emplace(id);
            if (isNew) {
                place->second = graphs.originsOf(id);
                if (std::ranges::find(place->second, id) == place->second.end()) place->second.push_back(id);
            }
            for (const NodeId each : place->second)
                found.emplace_back(each, at);
        }
    }
    std::ranges::sort(found, [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first < b.first;
        const double left = m_index.start(a.second), right = m_index.start(b.second);
        return left != right ? left < right : a.second < b.second;
    });
    found.erase(std::unique(found.begin(), found.end()), found.end());
    m_byNode.reserve(found.size());
    for (const auto& [id, at] : found) {
        if (m_places.empty() || m_places.back().first != id)
            m_places.emplace_back(id, static_cast<std::uint32_t>(m_byNode.size()));
        m_byNode.push_back(at);
    }
}

std::span<const std::uint32_t> TimelineModel::positionsOf(NodeId node) const {
    const auto place = std::ranges::lower_bound(m_places, node, {}, &std::pair<NodeId, std::uint32_t>::first);
    if (place == m_places.end() || place->first != node) return {};
    const std::size_t last = place + 1 == m_places.end() ? m_byNode.size() : (place + 1)->second;
    return std::span(m_byNode).subspan(place->second, last - place->second);
}

void TimelineModel::findLaunches() {
    for (const trace::Launch& launch : trace::launchesOf(trace())) {
        const std::uint32_t call = m_index.positionOf(launch.call), kernel = m_index.positionOf(launch.kernel);
        if (call != SpanIndex::NoPosition && kernel != SpanIndex::NoPosition)
            m_launches.push_back({call, kernel});
    }
    std::ranges::stable_sort(m_launches, {},
                             [&](const TimelineLaunch& launch) { return m_index.start(launch.call); });
}

std::span<const TimelineLaunch> TimelineModel::launchesWithin(double from, double to) const {
    const auto startOf = [&](const TimelineLaunch& launch) { return m_index.start(launch.call); };
    const auto first = std::ranges::lower_bound(m_launches, from, {}, startOf);
    const auto last = std::ranges::upper_bound(m_launches, to, {}, startOf);
    return first < last ? std::span(first, last) : std::span<const TimelineLaunch>();
}

// A run begins whenever the operator comes again that the first one began with.
void TimelineModel::findRuns() {
    std::vector<std::uint32_t> matched;
    if (m_source.matches && m_source.matches->passes > 1) return findPasses();
    // Of order alone nothing comes again; and our own records are one run, whose operators may share a node.
    bool isOne = trace().tool == trace::Tool::Edgewright;
    for (std::uint32_t at = 0; at < m_index.size(); ++at)
        if (!nodes(at).empty()) {
            matched.push_back(at);
            isOne = isOne || matchedBy(at) == trace::By::Order;
        }
    if (matched.empty()) return;
    std::ranges::sort(matched, {}, [&](std::uint32_t at) { return std::pair(m_index.start(at), at); });
    const std::uint32_t first = matched.front();
    for (const std::uint32_t at : matched) {
        const bool isFirst = at == first || (!isOne && span(at).name == span(first).name &&
                                             nodes(at).front() == nodes(first).front());
        if (isFirst) m_runs.push_back({m_index.start(at), m_index.start(at)});
        m_runs.back().end = std::max(m_runs.back().end, m_index.end(at));
    }
}

// From its first operator to the end of what that started on a device.
void TimelineModel::findPasses() {
    std::vector<std::optional<TimelineRun>> runs(m_source.matches->passes);
    for (std::uint32_t at = 0; at < m_index.size(); ++at) {
        if (nodes(at).empty()) continue;
        const std::uint32_t pass = m_source.matches->spans[m_index.span(at)].pass;
        if (pass >= runs.size()) continue;
        if (!runs[pass]) runs[pass] = TimelineRun{m_index.start(at), m_index.end(at)};
        runs[pass]->start = std::min(runs[pass]->start, m_index.start(at));
        runs[pass]->end = std::max(runs[pass]->end, m_index.end(at));
    }
    for (const std::optional<TimelineRun>& run : runs)
        if (run) m_runs.push_back(*run);
}

void TimelineModel::findUnmatched() {
    if (!m_source.matches) return;
    std::unordered_map<std::string_view, std::size_t> known;
    const auto list = [&](const std::vector<std::string>& names, bool ambiguous) {
        for (const std::string& name : names)
            if (known.try_emplace(name, m_unmatched.size()).second) m_unmatched.push_back({name, ambiguous});
    };
    list(m_source.matches->ambiguous, true);
    list(m_source.matches->unmatched, false);
    if (m_unmatched.empty()) return;
    std::vector<UnmatchedSpans*> byName(trace().names.size());
    for (std::size_t name = 0; name < byName.size(); ++name)
        if (const auto at = known.find(trace().names[name]); at != known.end())
            byName[name] = &m_unmatched[at->second];
    for (std::uint32_t at = 0; at < m_index.size(); ++at)
        if (UnmatchedSpans* entry = byName[span(at).name]; entry && nodes(at).empty()) {
            ++entry->count;
            entry->seconds += seconds(at);
        }
    std::ranges::stable_sort(m_unmatched, std::ranges::greater(), &UnmatchedSpans::seconds);
}

std::size_t TimelineModel::typicalRun() const {
    std::vector<double> seconds;
    for (const TimelineRun& run : m_runs)
        seconds.push_back(run.seconds());
    std::ranges::sort(seconds);
    const double median = (seconds[(seconds.size() - 1) / 2] + seconds[seconds.size() / 2]) / 2;
    const auto nearest = std::ranges::min_element(
        m_runs, {}, [&](const TimelineRun& run) { return std::abs(run.seconds() - median); });
    return static_cast<std::size_t>(nearest - m_runs.begin());
}

} // namespace edgewright::views
