// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_search_bar.h"

#include <utility>

namespace edgewright::views {

TimelineSearchBar::TimelineSearchBar(QThreadPool& pool, QWidget* parent)
    : SearchLine({.object = QStringLiteral("timeline"),
                  .name = tr("Find operators in the timeline"),
                  .placeholder = tr("Find operators (Ctrl+F)"),
                  .tip = tr("Words that a span has in its name, its operator or its node"),
                  .previous = tr("Previous hit (Shift+Enter)"),
                  .next = tr("Next hit (Enter)"),
                  .previousArrow = Qt::LeftArrow,
                  .nextArrow = Qt::RightArrow},
                 parent),
      m_job(pool, tr("Search in the timeline")) {
    setObjectName(QStringLiteral("timelineSearchBar"));
}

void TimelineSearchBar::setScene(std::shared_ptr<const TimelineScene> scene) {
    if (scene == m_scene) return;
    m_scene = std::move(scene);
    m_hits.reset();
    search();
}

void TimelineSearchBar::search() {
    stopTyping();
    m_at = -1;
    const QString asked = text().simplified();
    if (asked.isEmpty() || !m_scene) {
        m_job.stop();
        m_stepWhenFound = 0;
        const bool had = m_hits != nullptr;
        m_hits.reset();
        showFound();
        if (had) emit found();
        return;
    }
    m_job.start(
        [scene = m_scene, asked](const RunContext& run) -> Result<std::shared_ptr<const TimelineHits>> {
            auto hits = findSpans(*scene, asked, run);
            if (!hits) return std::move(hits).error();
            return std::make_shared<const TimelineHits>(*std::move(hits));
        },
        [this](Result<std::shared_ptr<const TimelineHits>> hits) {
            m_hits = hits ? *std::move(hits) : nullptr;
            showFound();
            emit found();
            if (const int by = std::exchange(m_stepWhenFound, 0); by != 0) step(by);
        });
}

void TimelineSearchBar::step(int by) {
    finishTyping();
    if (m_job.running()) {
        m_stepWhenFound = by;
        return;
    }
    const auto count = m_hits ? static_cast<std::ptrdiff_t>(m_hits->order.size()) : 0;
    if (count == 0) return;
    if (m_at >= 0)
        m_at = (m_at + by + count) % count;
    else {
        m_at = static_cast<std::ptrdiff_t>(m_hits->nextFrom(*m_scene, m_begin));
        if (by < 0) m_at = (m_at + count - 1) % count;
    }
    showFound();
    emit current(m_hits->order[static_cast<std::size_t>(m_at)]);
}

void TimelineSearchBar::showFound() { showCount(m_hits != nullptr, m_hits ? m_hits->order.size() : 0, m_at); }

} // namespace edgewright::views
