// SPDX-License-Identifier: GPL-3.0-or-later
// "What have I shown, and can I show it again?" All figures as they will be printed, and below them a table of
// contents that leads to the page of each part; and the experiments of the study.
#pragma once

#include "app/workbench/study/experiments_pane.h"
#include "app/workbench/study/figure_preview.h"
#include "app/workbench/study/figure_sheet.h"
#include "app/workbench/study/study_contents.h"

#include <QPointer>

class QComboBox;
class QPushButton;
class QTabWidget;

namespace edgewright::views {
class DataTable;
class PageAnswer;
class RowTable;
} // namespace edgewright::views

namespace edgewright::workbench {

class StudyPage final : public views::View {
    Q_OBJECT
public:
    explicit StudyPage(views::ViewContext& context, QWidget* parent = nullptr);
    // The window whose contents it lists, once there is one.
    void follow(PageStack& pages, views::Session& session);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    // All else is of other pages.
    std::vector<views::Figure> figures() const override { return m_experiments->figures(); }
    const views::FigureStyle* styleOfAll() const override { return &figureStyle(); }
    const QWidget& own() const override { return *m_experiments; }
    bool isComplete() const; // what is shown is of the newest analysis, and drawn

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeContents();
    const views::FigureStyle& figureStyle() const;
    void openRow(int row);
    void begin();
    void collectNext();
    void showRows();
    void preview(int row);

    PageStack* m_pages = nullptr;
    views::Session* m_session = nullptr;
    std::shared_ptr<const pipeline::Analysis> m_analysis; // the newest one
    QTimer m_soon, m_turn;                                // until it begins; from page to page
    int m_next = 0;                                       // page
    StudyRows m_found, m_rows;                            // so far; as shown
    std::vector<SheetFigure> m_figures, m_shown;
    views::PageAnswer* m_answer;
    QComboBox* m_style;
    QPushButton* m_compute;
    FigureSheet* m_sheet;
    views::RowTable* m_model;
    views::DataTable* m_table;
    QPointer<FigurePreview> m_preview;
    QTabWidget* m_tabs;
    ExperimentsPane* m_experiments;
};

} // namespace edgewright::workbench
