// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/search_field.h"

#include <algorithm>

namespace edgewright::views {

SearchField::SearchField(QThreadPool& pool, QWidget* parent)
    : SearchLine(
          {.object = QStringLiteral("graph"),
           .name = tr("Find nodes"),
           .placeholder = tr("Find nodes (Ctrl+F)"),
           .tip =
               tr("<p>Words that a node has in its name, operator, attributes, tensors, shapes or types.</p>"
                  "<table cellspacing='4'>"
                  "<tr><td><b>op:Conv</b>, <b>name:</b>, <b>tensor:</b></td><td>only there</td></tr>"
                  "<tr><td><b>attr:group=32</b></td><td>an attribute</td></tr>"
                  "<tr><td><b>shape:64x56x*</b>, <b>dtype:int8</b></td><td>of a tensor that it reads or "
                  "writes</td></tr>"
                  "<tr><td><b>\"conv1\"</b></td><td>exactly</td></tr>"
                  "<tr><td><b>/^layer[12]/</b></td><td>regular expression</td></tr>"
                  "<tr><td><b>Conv &gt; * &gt; Relu</b></td><td>operators that follow each "
                  "other</td></tr></table><p>Branches, bodies of loops and functions are searched, too.</p>"),
           .previous = tr("Previous hit (Shift+F3)"),
           .next = tr("Next hit (F3)")},
          parent),
      m_job(pool, tr("Search in the graph")) {
    setObjectName(QStringLiteral("searchField"));
}

void SearchField::setGraphs(std::vector<std::shared_ptr<const ir::Graph>> graphs,
                            std::shared_ptr<const ir::Graph> shown) {
    m_shown = std::move(shown);
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
        const bool had = !m_found.empty();
        m_found = {};
        showFound(query ? QString() : QString::fromStdString(query.error().message));
        if (had) emit foundChanged();
        return;
    }
    m_job.start([graphs = m_graphs, query = std::move(*query)](
                    const RunContext& run) { return findEverywhere(query, graphs, run); },
                [this](Result<DeepFound> found) {
                    m_found = found ? std::move(found).value() : DeepFound{};
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
    m_at = m_at < 0 ? firstShown(by) : (m_at + by + count) % count;
    showFound();
    emit current(m_found.hits[static_cast<std::size_t>(m_at)]);
}

// In the graph that is shown, where it has any.
int SearchField::firstShown(int by) const {
    const auto count = static_cast<int>(m_found.hits.size());
    const int first = by > 0 ? 0 : count - 1, step = by > 0 ? 1 : -1;
    for (int at = first; at >= 0 && at < count; at += step) {
        const Way& way = *m_found.hits[static_cast<std::size_t>(at)].way;
        if (way.empty() ? std::ranges::find(m_graphs, m_shown) != m_graphs.end()
                        : way.back().inside.graph == m_shown)
            return at;
    }
    return first;
}

void SearchField::showFound(const QString& fault) {
    showCount(!text().trimmed().isEmpty(), m_found.hits.size(), m_at, fault);
}

} // namespace edgewright::views
