// SPDX-License-Identifier: GPL-3.0-or-later
// The frame that experiments over a whole model have in common: the answer, a button that asks for the stage
// and stops it, a chart, and a table that fills.
#pragma once

#include "core/table/answer.h"
#include "core/table/column.h"
#include "views/support/page/view.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace edgewright::views {

class DataTable;
class PageAnswer;
class RowTable;
class RunChart;

struct ExperimentWords {
    std::string stage;  // of the pipeline
    QString name;       // "int8-strategies": of the figure, and within the names of objects
    QString title;      // of the figure
    QString action;     // "Compare strategies"
    QString use;        // of a row: "Use this strategy"
    QString invitation; // while nothing was run
};

class ExperimentFrame : public QWidget {
    Q_OBJECT
public:
    std::optional<Figure> figure() const;

protected:
    // `none`: the table without rows.
    ExperimentFrame(ViewContext& context, const ExperimentWords& words, table::Table none, QWidget* parent);
    SettingsModel& settings() const { return m_context.settings; }
    RunChart& chart() { return *m_chart; }
    RowTable& rows() { return *m_rows; }
    DataTable& table() { return *m_table; }
    void addControl(QWidget* control); // in the row of the button
    void addBelowControls(QWidget* part);
    // `possible`: what the stage needs is there. True: what is shown has to be drawn again, as the result is
    // another one, or is stale now.
    bool setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis, bool possible);
    const pipeline::Analysis* analysis() const { return m_analysis.get(); }
    bool isStale() const; // the result that is shown
    void showInvitation();
    // From core; an error of the stage stands in its place.
    void showAnswer(const table::Answer& answer);
    QString answerText() const; // a line each

private:
    virtual void start() = 0;        // asks for the stage
    virtual void adopt(int row) = 0; // makes the settings those of the row
    virtual bool isAdopted(int row) const = 0;
    bool isRunning() const;
    void showProgress(quint32 done, quint32 total);
    void showUse();

    ViewContext& m_context;
    ExperimentWords m_words;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    QHBoxLayout* m_bar;
    QPushButton *m_button, *m_use;
    QLabel* m_progress;
    PageAnswer* m_answer;
    RunChart* m_chart;
    RowTable* m_rows;
    DataTable* m_table;
};

} // namespace edgewright::views
