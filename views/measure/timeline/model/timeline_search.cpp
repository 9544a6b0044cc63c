// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/model/timeline_search.h"

#include "views/support/utf8.h"

#include <QStringList>

#include <algorithm>
#include <unordered_map>

namespace edgewright::views {

namespace {

// Which words of the search a text has, a bit each.
class WordBits {
public:
    explicit WordBits(const QString& searched) {
        constexpr qsizetype MaxWords = 16;
        m_words = searched.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts).mid(0, MaxWords);
    }
    bool empty() const { return m_words.isEmpty(); }
    std::uint32_t all() const { return (1u << m_words.size()) - 1; }
    std::uint32_t of(const std::string& utf8) const {
        if (utf8.empty()) return 0;
        const QString name = text(utf8);
        std::uint32_t bits = 0;
        for (qsizetype i = 0; i < m_words.size(); ++i)
            if (name.contains(m_words[i], Qt::CaseInsensitive)) bits |= 1u << i;
        return bits;
    }

private:
    QStringList m_words;
};

} // namespace

std::size_t TimelineHits::nextFrom(const TimelineScene& scene, double time) const {
    const auto found =
        std::ranges::lower_bound(order, time, {}, [&](SpanRef span) { return scene.start(span); });
    return found == order.end() ? 0 : static_cast<std::size_t>(found - order.begin());
}

Result<TimelineHits> findSpans(const TimelineScene& scene, const QString& text, const RunContext& run) {
    constexpr std::size_t Stride = 1 << 14; // looks between two at the wish to stop
    TimelineHits hits{text.simplified(), {}, {}};
    const WordBits words(hits.text);
    hits.bySource.resize(scene.sources.size());
    if (words.empty()) return hits;
    for (std::size_t i = 0; i < scene.sources.size(); ++i) {
        const TimelineModel& model = *scene.sources[i].model;
        const std::vector<std::string>& names = model.trace().names;
        std::vector<std::uint32_t> has(names.size()); // by name
        for (std::size_t name = 0; name < names.size(); ++name) {
            if (name % Stride == 0 && run.stopped()) return cancelled();
            has[name] = words.of(names[name]);
        }
        std::unordered_map<NodeId, std::uint32_t> known;
        const auto ofNode = [&](NodeId id) {
            const auto [at, isNew] = known.try_emplace(id);
            if (isNew)
                if (const ir::Node* node = scene.graphs.node(id))
                    at->second = words.of(node->label()) | words.of(node->op);
            return at->second;
        };
        for (std::uint32_t at = 0; at < model.index().size(); ++at) {
            if (at % Stride == 0 && run.stopped()) return cancelled();
            const trace::Span& span = model.span(at);
            std::uint32_t bits = has[span.name] | has[span.op];
            for (const NodeId id : model.nodes(at))
                if (bits != words.all()) bits |= ofNode(id);
            if (bits == words.all()) hits.bySource[i].push_back(at);
        }
        for (const std::uint32_t at : hits.bySource[i])
            hits.order.push_back({i, at});
    }
    if (run.stopped()) return cancelled();
    std::ranges::sort(hits.order, {}, [&](SpanRef span) { return std::pair(scene.start(span), span); });
    return hits;
}

} // namespace edgewright::views
