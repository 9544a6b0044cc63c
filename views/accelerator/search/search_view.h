// SPDX-License-Identifier: GPL-3.0-or-later
// The strategies of the search for mappings on the chosen layer, when a person asks for it: curves, the answer
// in words, and a table. Without a choice it is the layer that takes most cycles.
#pragma once

#include "core/cost/search/strategy_comparison.h"
#include "views/support/page/view.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace edgewright::views {

class DataTable;
class PageAnswer;
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
    // True if another layer, array or number of trials is shown than the one that is chosen now.
    bool isOld() const;

private:
    QWidget* makeControls();
    const cost::LayerCost* layer() const; // null: none that can be searched
    cost::search::ComparisonOptions options() const;
    std::shared_ptr<const cost::search::StrategyOutcomes> outcomes() const; // null: none
    bool isRunning() const;
    // That of the chosen row, or the best one if it is better than what is chosen without a search; nothing,
    // too, where what is shown is of another layer.
    std::optional<cost::Tiling> found() const;
    void ask();
    void showState(); // all but the picture
    void showAdoption();
    void draw();
    void showAnswer();
    QString subject() const;     // what is searched, or why nothing can be
    QStringList remarks() const; // on the layer that is searched
    QString invitation() const;

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    bool m_drawnOld = false;
    PageAnswer* m_answer;
    QLabel* m_progress;
    QPushButton *m_run, *m_use, *m_drop;
    std::optional<int> m_row; // of the table, that a person has chosen
    QSpinBox *m_trials, *m_seed;
    QComboBox* m_space;
    RunChart* m_chart;
    SearchTable* m_rows;
    DataTable* m_table;
};

} // namespace edgewright::views
