// SPDX-License-Identifier: GPL-3.0-or-later
// The whole model in integers: the answer, the layers that lose most as bars, all of them as a table, and the
// samples.
#pragma once

#include "views/int8/model/layer_measures.h"
#include "views/support/page/view.h"

#include <optional>
#include <utility>
#include <vector>

class QComboBox;
class QPushButton;
class QTabWidget;

namespace edgewright::views {

class AccumulatorsPane;
class DataTable;
class NameLabel;
class PageAnswer;
class RowTable;
class RunChart;
class StageOverlay;
class StrategiesPane;

class ModelPane final : public QWidget {
    Q_OBJECT
public:
    explicit ModelPane(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    std::vector<Figure> figures() const;
    std::size_t currentFigure() const;        // of the tab that is shown; 0 where it has none
    void saveState(QJsonObject& state) const; // the measure of the bars
    void restoreState(const QJsonObject& state);
    void markSelected();                             // what the window has selected
    bool isSelecting() const { return m_selecting; } // the selection is this pane's own

signals:
    void layerOpened(edgewright::NodeId layer); // of the base graph
    void retryRequested(const QString& stage);

private:
    std::vector<std::pair<const QWidget*, std::optional<Figure>>> figuresOfTabs() const; // in their order
    QWidget* makePicture(QWidget* parent);
    QWidget* makeLayers(QWidget* parent);
    QWidget* makeSamples(QWidget* parent);
    void showAnswer();
    void showBars(bool keepView);
    void showStage();
    void showSensitivity();
    void open(int row); // of the report
    void selectRow(int row);
    LayerMeasure measure() const;
    NodeId studied(std::size_t row) const; // the layer's product in the base graph; invalid: it has none
    std::vector<int> selectedRows() const;
    QString emptyStateText() const;

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const pipeline::QuantizedModel> m_model; // that is shown
    std::shared_ptr<const pipeline::Sensitivity> m_sensitivity;
    std::vector<std::size_t> m_order; // of the bars
    std::vector<int> m_marked;        // rows that the bars mark
    bool m_columnsFit = false, m_selecting = false;

    PageAnswer* m_answer = nullptr;
    NameLabel* m_why = nullptr; // of the selected layer
    QComboBox* m_measure = nullptr;
    QPushButton* m_costs = nullptr;
    RunChart* m_bars = nullptr;
    QTabWidget* m_parts = nullptr;
    StrategiesPane* m_strategies = nullptr;
    AccumulatorsPane* m_accumulators = nullptr;
    RowTable *m_layers = nullptr, *m_samples = nullptr;
    DataTable *m_layerTable = nullptr, *m_sampleTable = nullptr;
    StageOverlay* m_overlay = nullptr;
};

} // namespace edgewright::views
