// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/search_field.h"

#include "core/base/propagate.h"

namespace edgewright::views {

SearchField::SearchField(QThreadPool& pool, QWidget* parent)
    : SearchLine(
          {.object = QStringLiteral("graph"),
           .name = tr("Find nodes"),
           .placeholder = tr("Find nodes (Ctrl+F)"),
           .tip = tr("<p>Words that a node has in its name, operator, attributes, tensors, shapes or types.</p>"
                     "<table cellspacing='4'>"
                     "<tr><td><b>op:Conv</b>, <b>name:</b>, <b>tensor:</b></td><td>only there</td></tr>"
                     "<tr><td><b>attr:group=32</b></td><td>an attribute</td></tr>"
                     "<tr><td><b>shape:64x56x*</b>, <b>dtype:int8</b></td><td>of a tensor that it reads or "
                     "writes</td></tr>"
                     "<tr><td><b>\"conv1\"</b></td><td>exactly</td></tr>"
                     "<tr><td><b>/^layer[12]/</b></td><td>regular expression</td></tr>"
                     "<tr><td><b>Conv &gt; * &gt; Relu</b></td><td>operators that follow each "
                     "other</td></tr></table>"),
           .previous = tr("Previous hit (Shift+F3)"),
           .next = tr("Next hit (F3)")},
          parent),
      m_job(pool, tr("Search in the graph")) {
    setObjectName(QStringLiteral("searchField"));
}

void SearchField::setGraphs(std::vector<std::shared_ptr<const ir::Graph>> graphs) {
    if (graphs == m_graphs) return;
    m_graphs = std::move(graphs);
    search();
}

void SearchField::search() {
    stopTyping();
    m_at = -1;
    auto query = NodeQuery::parse(text());
    if (!query || query->empty() || m_graphs.empty()) {
        m_job.cancel();
        m_stepWhenFound = false;
        const bool had = !m_found.all.empty();
        m_found = {};
        showFound(query ? QString() : QString::fromStdString(query.error().message));
        if (had) emit foundChanged();
        return;
    }
    m_job.start(
        [graphs = m_graphs, query = std::move(*query)](const RunContext& run) -> Result<Found> {
            Found sum;
            std::set<NodeId> known, knownHits;
            for (const auto& graph : graphs) {
                ASSIGN_OR_RETURN(const auto found, query.find(*graph, run));
                for (const NodeId id : found.hits)
                    if (knownHits.insert(id).second) sum.hits.push_back(id);
                for (const NodeId id : found.all)
                    if (known.insert(id).second) sum.all.push_back(id);
            }
            return sum;
        },
        [this](Result<Found> found) {
            m_found = found ? std::move(found).value() : Found{};
            showFound(found ? QString() : QString::fromStdString(found.error().message));
            emit foundChanged();
            if (std::exchange(m_stepWhenFound, false)) step(1);
        });
}

void SearchField::step(int by) {
    finishTyping();
    if (m_job.running()) {
        m_stepWhenFound = true;
        return;
    }
    const auto count = static_cast<int>(m_found.hits.size());
    if (count == 0) return;
    m_at = m_at < 0 ? (by > 0 ? 0 : count - 1) : (m_at + by + count) % count;
    showFound();
    emit current(m_found.hits[static_cast<std::size_t>(m_at)]);
}

void SearchField::showFound(const QString& fault) {
    showCount(!text().trimmed().isEmpty(), m_found.hits.size(), m_at, fault);
}

} // namespace edgewright::views
