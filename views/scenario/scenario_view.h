// SPDX-License-Identifier: GPL-3.0-or-later
// Several models at once: a scenario that is put together, the times of its models, and what becomes of it
// under each policy.
#pragma once

#include "views/session/scenario/real_run.h"
#include "views/session/scenario/scenario_draft.h"
#include "views/session/scenario/scenario_runs.h"
#include "views/session/scenario/scenario_times.h"
#include "views/support/page/view.h"

#include <QTimer>

namespace edgewright::views {

class PageAnswer;
class PolicyTable;
class ScenarioEditor;
class ScenarioPictures;
class TimesRow;
struct PageWords;

class ScenarioView final : public View {
    Q_OBJECT
public:
    explicit ScenarioView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;
    std::vector<Figure> figures() const override;

    void openScenario(const QString& file) { m_draft.open(file); }
    void openSample();
    RealRun& reallyRun() { return m_real; }
    const ScenarioDraft& draft() const { return m_draft; }
    ScenarioTimes& times() { return m_times; }
    const ScenarioRuns& runs() const { return m_runs; }

private:
    QWidget* makeResults();
    void connectParts();
    void runSoon();
    void run();
    void showResult();
    void showPolicy();
    void showReallyRun();
    void showRanBeside(); // in the pictures
    void showAnswer();
    PageWords wordsOfNone() const;
    QString timesText() const;

    ScenarioDraft m_draft;
    ScenarioTimes m_times;
    ScenarioRuns m_runs;
    RealRun m_real;       // of the scenario as it is
    QTimer m_soon;        // one simulation for what changes at once
    std::string m_policy; // that is shown; empty: that of the scenario
    PageAnswer* m_answer;
    TimesRow* m_timesRow;
    ScenarioEditor* m_editor;
    ScenarioPictures* m_pictures;
    PolicyTable* m_table;
};

extern const ViewEntry scenario_view;

} // namespace edgewright::views
