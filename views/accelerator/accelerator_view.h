// SPDX-License-Identifier: GPL-3.0-or-later
// What the matrix layers cost on a systolic array: roofline, design space, and a table.
#pragma once

#include "views/support/view.h"

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace edgewright::views {

class AcceleratorControls;
class ChartPane;
class LayerTable;
class StageOverlay;

class AcceleratorView final : public View {
    Q_OBJECT
public:
    explicit AcceleratorView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeSide();
    QWidget* makeResults();
    void makeTable(QWidget* parent);
    void drawRoofline(bool keepView);
    void drawSweep(bool keepView);
    void showTotals();
    void showStages();
    void settingsChanged();
    void selectionChanged();
    void markSelectedRow();
    void rowChosen();
    void adopt(std::size_t point); // a point of the sweep becomes the accelerator
    std::vector<std::size_t> selectedLayers() const;
    QString emptyStateText(const char* stage, bool hasResult) const;

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    AcceleratorControls* m_controls = nullptr;
    QLabel *m_totals = nullptr, *m_note = nullptr;
    ChartPane *m_roofline = nullptr, *m_sweep = nullptr;
    LayerTable* m_layers = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    StageOverlay *m_rooflineStage = nullptr, *m_sweepStage = nullptr, *m_tableStage = nullptr;
    bool m_selecting = false;  // a row is being selected by us, not by the person
    bool m_columnsFit = false; // once per model, when its layers are there
};

extern const ViewEntry accelerator_view;

} // namespace edgewright::views
