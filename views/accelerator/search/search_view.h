// SPDX-License-Identifier: GPL-3.0-or-later
// The strategies of the search for mappings on the chosen layer, when a person asks for it: curves, the answer
// in words, and a table. Without a choice it is the layer that takes most cycles.
#pragma once

#include "views/accelerator/search/mapping_search.h"
#include "views/support/view.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace edgewright::views {

class AnswerLine;
class DataTable;
class RunChart;
class SearchTable;

class SearchView final : public QWidget {
    Q_OBJECT
public:
    explicit SearchView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    std::optional<Figure> figure() const; // nothing before a search
    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);
    const MappingSearch& mappingSearch() const { return m_search; }
    // What is shown is of another layer, array or number of trials than those that are chosen now.
    bool isOld() const;

private:
    QWidget* makeControls();
    const cost::LayerCost* layer() const; // null: none that can be searched
    cost::search::ComparisonOptions options() const;
    void start();
    void showState(); // all but the picture
    void draw();
    QString titleText() const;
    QString invitation() const;

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    QString m_failure;
    bool m_drawnOld = false;
    QLabel *m_title, *m_progress;
    AnswerLine* m_answer;
    QPushButton* m_run;
    QSpinBox *m_trials, *m_seed;
    QComboBox* m_space;
    RunChart* m_chart;
    SearchTable* m_rows;
    DataTable* m_table;
    MappingSearch m_search;
};

} // namespace edgewright::views
