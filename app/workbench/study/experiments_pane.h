// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments of the study: the best that the chosen one found, its run, and its results as picture, table
// and words.
#pragma once

#include "app/workbench/study/experiment_bar.h"
#include "app/workbench/study/experiment_results.h"
#include "views/support/page/view.h"

class QLabel;
class QStackedWidget;

namespace edgewright::views {
class PageAnswer;
}

namespace edgewright::workbench {

class ExperimentsPane final : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentsPane(views::ViewContext& context, QWidget* parent = nullptr);
    void follow(views::Session& session); // once
    std::vector<views::Figure> figures() const { return m_results->figures(); }

private:
    void showChosen();

    views::Session* m_session = nullptr;
    views::PageAnswer* m_answer;
    ExperimentBar* m_bar;
    QStackedWidget* m_stack;
    QLabel* m_empty;
    ExperimentResults* m_results;
};

} // namespace edgewright::workbench
