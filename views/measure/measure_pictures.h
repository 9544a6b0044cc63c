// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the page, in tabs: distribution, timeline, roofline, predictions, devices, history and
// tuning.
#pragma once

#include "core/device/operator_rows.h"
#include "views/measure/timeline/model/timeline_source.h"
#include "views/support/page/view.h"

#include <QTabWidget>

namespace edgewright::views {

class MeasureChoice;
class PredictionPane;
class RoofPane;
class RunChart;
class TimelineWidget;
class TuningView;
class UnmatchedPanel;

class MeasurePictures final : public QTabWidget {
    Q_OBJECT
public:
    MeasurePictures(ViewContext& context, MeasureChoice& choice, QWidget* parent = nullptr);
    void openDistribution();
    void openTimeline();
    // `other`: not merely more samples of the same. `why`: what stands there while there are none.
    void showDistribution(bool other, const QString& why);
    // From the top; `profile`: the last one is of another runtime or an accelerator.
    void showTimeline(std::vector<TimelineSource> sources, TimelineGraphs graphs, bool profile);
    // By operator, on so many threads.
    void showRows(const std::vector<device::OperatorRow>& rows, int threads);
    TuningView& tuning() { return *m_tuning; }
    const TuningView& tuning() const { return *m_tuning; }
    std::vector<Figure> figures() const;

private:
    void showDevices(); // side by side
    void showHistory(); // of the chosen device
    void showUnmatched();

    MeasureChoice& m_choice;
    RunChart *m_distribution, *m_devices, *m_history;
    TimelineWidget* m_timeline;
    RoofPane* m_roof;
    PredictionPane* m_prediction;
    TuningView* m_tuning;
    UnmatchedPanel* m_unmatched;
    bool m_hasProfile = false;
};

} // namespace edgewright::views
