// SPDX-License-Identifier: GPL-3.0-or-later
// Finds spans in a timeline. Long searches run beside the window; the newest wins.
#pragma once

#include "views/measure/timeline/model/timeline_search.h"
#include "views/support/job/job_slot.h"
#include "views/support/search_line.h"

#include <memory>

namespace edgewright::views {

class TimelineSearchBar final : public SearchLine {
    Q_OBJECT
public:
    explicit TimelineSearchBar(QThreadPool& pool, QWidget* parent = nullptr);
    void setScene(std::shared_ptr<const TimelineScene> scene); // searches again
    void step(int by) override;
    // From where the first step goes, in seconds of the common axis.
    void setBegin(double time) { m_begin = time; }
    const std::shared_ptr<const TimelineHits>& hits() const { return m_hits; } // null: nothing is searched

signals:
    void found(); // hits() are of the newest text
    void current(edgewright::views::SpanRef span);

private:
    void search() override;
    void showFound();

    std::shared_ptr<const TimelineScene> m_scene;
    std::shared_ptr<const TimelineHits> m_hits;
    std::ptrdiff_t m_at = -1; // in m_hits->order
    double m_begin = 0;
    int m_stepWhenFound = 0;
    JobSlot m_job;
};

} // namespace edgewright::views
