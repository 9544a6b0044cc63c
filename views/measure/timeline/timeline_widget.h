// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a page: search, which run of a profile is shown, the picture with its scroll bar, and what
// the colours mean. Traces are prepared beside the window.
#pragma once

#include "views/measure/timeline/timeline_chart.h"
#include "views/measure/timeline/timeline_search_bar.h"
#include "views/support/job/job_slot.h"
#include "views/support/selection.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QScrollBar;
class QToolButton;

namespace edgewright::views {

class StageOverlay;
class TimelineLegend;

class TimelineWidget final : public QWidget {
    Q_OBJECT
public:
    TimelineWidget(Selection& selection, QThreadPool& pool, QWidget* parent = nullptr);

    // From the top; of two the second one is shown on the axis of the first. None: `setEmptyText()` is shown.
    // What was shown before stays, dimmed, until the new ones are prepared; a source that is the same one
    // (trace, matches and bytes) is not prepared again. What is seen stays where the first trace is the same or
    // looks so.
    void setSources(std::vector<TimelineSource> sources, TimelineGraphs graphs);
    // "Not measured yet on this machine."
    void setEmptyText(const QString& text);
    // The scene that is shown; null while there is none.
    const TimelineScene* scene() const { return m_scene.get(); }
    bool isPreparing() const { return m_build.running(); }
    TimelineChart& chart() { return *m_chart; }
    TimelineSearchBar& search() { return *m_search; }
    std::optional<Figure> figure() const { return m_chart->figure(); }

signals:
    void prepared(); // scene() is that of the newest sources

protected:
    void changeEvent(QEvent* event) override;

private:
    using Model = std::shared_ptr<const TimelineModel>;
    void take(std::vector<Model> models, TimelineGraphs graphs);
    void display(std::shared_ptr<const TimelineScene> scene, bool keepWindow);
    void showRuns();
    void chooseRun(std::size_t source, int run);
    void choose(SpanRef span);
    void showSelected(bool bringIntoView);
    void showScroll();
    void showState(const QString& failure = {});

    Selection& m_selection;
    std::shared_ptr<const TimelineScene> m_scene;
    SpanRef m_chosen; // by a click, where it is no node
    bool m_choosing = false;
    QString m_emptyText;
    TimelineSearchBar* m_search;
    std::vector<QComboBox*> m_runs; // by source
    QToolButton* m_fit;
    TimelineChart* m_chart;
    QScrollBar* m_scroll;
    StageOverlay* m_overlay;
    TimelineLegend* m_legend;
    JobSlot m_build;
};

} // namespace edgewright::views
