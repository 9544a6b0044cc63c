// SPDX-License-Identifier: GPL-3.0-or-later
// Finds spans in a timeline: a line to type in, how many there are, next and previous. Long searches run beside
// the window; the newest wins.
#pragma once

#include "views/measure/timeline/model/timeline_search.h"
#include "views/support/job/job_slot.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;
class QToolButton;

namespace edgewright::views {

class TimelineSearchBar final : public QWidget {
    Q_OBJECT
public:
    explicit TimelineSearchBar(QThreadPool& pool, QWidget* parent = nullptr);
    void setScene(std::shared_ptr<const TimelineScene> scene); // searches again
    void setText(const QString& text);                         // and searches at once
    void focus();
    void step(int by); // to the next hit, or the previous
    // From where the first step goes, in seconds of the common axis.
    void setBegin(double time) { m_begin = time; }
    const std::shared_ptr<const TimelineHits>& hits() const { return m_hits; } // null: nothing is searched

signals:
    void found(); // hits() are of the newest text
    void current(edgewright::views::SpanRef span);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void search();
    void showCount();
    void tint();

    std::shared_ptr<const TimelineScene> m_scene;
    std::shared_ptr<const TimelineHits> m_hits;
    std::ptrdiff_t m_at = -1; // in m_hits->order
    double m_begin = 0;
    int m_stepWhenFound = 0;
    QLineEdit* m_line;
    QLabel* m_count;
    QToolButton *m_previous, *m_next;
    QTimer m_typing;
    JobSlot m_job;
};

} // namespace edgewright::views
