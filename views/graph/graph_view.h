// SPDX-License-Identifier: GPL-3.0-or-later
// The Graph page: the original graph, the fused one beside it, and the rules that lead from one to the other.
#pragma once

#include "views/graph/fusion_by_hand.h"
#include "views/graph/graph_presentation.h"

class QStackedWidget;
class QTabWidget;

namespace edgewright::views {

class PageAnswer;
class GraphColours;
class HistoryBar;
class PinBar;
class PinPanel;
class RulesPanel;
class StepsPanel;

class GraphView final : public View {
    Q_OBJECT
public:
    explicit GraphView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;
    std::vector<Slide> slides() const override; // the steps of the fusion
    std::size_t currentSlide() const override;  // of a step that one went back to; of the end, the first
    QRect selectedRect() const override;
    // With what can be seen of each graph.
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    // Shows the graphs inside `node`: a branch, a body, the members of a group. Asks when there are several.
    void enter(NodeId node);
    void leave(); // one level up
    void fuseChosen() { m_byHand.fuseChosen(); }
    void ungroup() { m_byHand.ungroup(); }
    void copyText(); // the chosen nodes, else the selected one

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void arrange();
    void connectPictures();
    void connectPanels();
    void makeKeys();
    void forgetModel();
    void showPictures();
    void showPlaces();
    void showAnswer();
    void followStep();
    void setMode(PageBar::Mode mode);
    void followLink(const QString& target);
    void leaveOutBroken();
    void switchOffBroken();
    void goTo(std::size_t depth);                           // so many graphs inside; 0: the model
    void goInside(const WayStep& step, bool isSeen = true); // `isSeen`: the graph around it
    void goToHit(DeepHit hit);
    void goToCrumb(int depth);
    void goToBookmark(int number);
    void showMenu(GraphPane& pane, QPoint at);

    GraphState m_state;
    QStackedWidget* m_stack;
    PageAnswer* m_answer;
    PinBar* m_pinBar;
    QTabWidget* m_side;
    RulesPanel* m_rules;
    StepsPanel* m_steps;
    OutlinePanel* m_outline;
    PinPanel* m_pinPanel;
    PageBar* m_bar;
    GraphPair* m_pair;
    HistoryBar* m_history;
    GraphColours* m_colours;
    QWidget* m_right;
    Callout* m_callout;
    ModuleFolding m_folding;
    GraphPresentation m_presentation;
    GraphSelection m_selection;
    FusionByHand m_byHand;
    JobSlot m_copyPicture;
    bool m_stepping = false; // somebody wants another step, which is not shown yet
};

extern const ViewEntry graph_view;

} // namespace edgewright::views
