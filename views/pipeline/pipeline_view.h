// SPDX-License-Identifier: GPL-3.0-or-later
// One network over several devices: cut into stages as measured times say, and run, a frame behind the other.
#pragma once

#include "views/session/split/split_runs.h"
#include "views/support/page/view.h"

namespace edgewright::views {

class DataTable;
class PageAnswer;
class PipelineControls;
class PipelinePictures;
class RowTable;
class RunRow;
struct PageWords;

class PipelineView final : public View {
    Q_OBJECT
public:
    explicit PipelineView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;
    std::vector<Figure> figures() const override;

    const SplitRuns& runs() const { return m_runs; }

private:
    QWidget* makeResults();
    void connectParts();
    void start(bool runsFrames);
    QString obstacle() const; // why nothing can be planned; empty: it can
    void showObstacle();
    void showResult();
    void showAnswer();
    PageWords wordsOfNone() const;
    void markSelected();

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    SplitRuns m_runs;
    PageAnswer* m_answer;
    PipelineControls* m_controls;
    RunRow* m_runRow;
    PipelinePictures* m_pictures;
    RowTable* m_rows;
    DataTable* m_table;
};

extern const ViewEntry pipeline_view;

} // namespace edgewright::views
