// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a split, in tabs: the graph, and the charts of plan and run.
#pragma once

#include "views/pipeline/charts/pipeline_charts.h"
#include "views/session/split/split_runs.h"
#include "views/support/page/view.h"

#include <QWidget>

#include <vector>

class QSpinBox;
class QTabWidget;

namespace edgewright::views {

class RunChart;
class StageGraph;

class PipelinePictures final : public QWidget {
    Q_OBJECT
public:
    PipelinePictures(ViewContext& context, QWidget* parent = nullptr);
    void display(std::shared_ptr<const SplitResult> result); // not null
    void displayNothing(const QString& why);
    void setPending(bool pending); // another result is on its way
    std::vector<Figure> figures() const;

private:
    QWidget* makeFrameRow();
    QSpinBox* makeFrames(const QString& name, const QString& title, QWidget* parent);
    void showTab(int tab);
    void fitFrames();
    void draw(bool keepView);
    void drawOne(std::size_t chart, bool keepView);

    PipelinePicture m_input; // its record is null while nothing is shown
    std::shared_ptr<const SplitResult> m_result;
    QString m_why;
    bool m_pending = false;
    QTabWidget* m_tabs;
    StageGraph* m_graph;
    std::vector<RunChart*> m_charts; // in the order of pipelineCharts()
    QSpinBox *m_first = nullptr, *m_frames = nullptr;
};

} // namespace edgewright::views
