// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of the matrix layers on a systolic array: roofline, design space, and a table.
#pragma once

#include "views/support/page/view.h"

class QLabel;
class QTabWidget;

namespace edgewright::views {

class AcceleratorControls;
class ArrayPane;
class ChartCard;
class DataTable;
class DataflowPane;
class DseView;
class NestView;
class PageAnswer;
class RowTable;
class SearchView;
class WhatIfRow;
class StageOverlay;

class AcceleratorView final : public View {
    Q_OBJECT
public:
    explicit AcceleratorView(ViewContext& context, QWidget* parent = nullptr);
    ~AcceleratorView() override;
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;
    std::vector<Slide> slides() const override;
    std::size_t currentSlide() const override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeSide();
    QWidget* makeResults();
    std::vector<std::pair<const QWidget*, std::vector<Figure>>> figuresOfTabs() const; // in their order
    void showTotals();
    void showTableStage();
    void markSelectedRow();

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    AcceleratorControls* m_controls = nullptr;
    WhatIfRow* m_whatIfs = nullptr;
    PageAnswer* m_totals = nullptr;
    QLabel* m_note = nullptr;
    std::vector<ChartCard*> m_charts;
    DseView* m_dse = nullptr;
    SearchView* m_search = nullptr;
    ArrayPane* m_array = nullptr;
    DataflowPane* m_dataflows = nullptr;
    NestView* m_nest = nullptr;
    RowTable* m_layers = nullptr;
    DataTable* m_table = nullptr;
    StageOverlay* m_tableStage = nullptr;
    QTabWidget* m_tabs = nullptr;
    bool m_columnsFit = false; // once per model, when its layers are there
};

extern const ViewEntry accelerator_view;

} // namespace edgewright::views
