// SPDX-License-Identifier: GPL-3.0-or-later
// The Graph page: the original graph, the fused one beside it, and the rules that lead from one to the other.
#pragma once

#include <QTimer>
#include <QWidget>

#include "core/pipeline/benefits.h"
#include "views/graph/analysis_colours.h"
#include "views/graph/canvas/graph_pane.h"
#include "views/graph/module_folds.h"
#include "views/graph/panels/bookmarks.h"
#include "views/graph/panels/page_bar.h"
#include "views/graph/presented.h"
#include "views/support/view.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

class QHBoxLayout;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace edgewright::views {

class AnswerLine;
class Callout;
class GraphLegend;
class HistoryBar;
class MiniMap;
class OutlinePanel;
class PinBar;
class PinPanel;
class RulesPanel;
class StageOverlay;
class StepsPanel;

class GraphView final : public View {
    Q_OBJECT
public:
    explicit GraphView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;
    std::vector<Slide> slides() const override; // the steps of the fusion
    // With what can be seen of each graph.
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    void setMode(PageBar::Mode mode);
    // Shows the graphs inside `node`: a branch, a body, the members of a group. Asks when there are several.
    void enter(NodeId node);
    void leave(); // one level up
    // The decisions that fuse and take apart.
    void fuseChosen();
    void ungroup();     // of what is selected: the group made by hand
    void undoFusion();  // of what is selected: the newest step that made it
    void applyFusion(); // of what is selected: what is possible there
    void copyText();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Place { // a graph inside of the model
        QString name;
        std::shared_ptr<const ir::Graph> graph;
    };

    QWidget* makeRight();
    void connectPane(GraphPane& pane);
    void makeKeys();

    const fusion::History* history() const { return m_analysis ? m_analysis->fusion.get() : nullptr; }
    bool isCurrent() const { return m_presented && history() == m_presented->history.get(); }
    bool inside() const { return !m_places.empty(); }
    // The graph on the left: the model, or where we are in it.
    std::shared_ptr<const ir::Graph> shownGraph() const;
    GraphPane& other(const GraphPane& pane) { return &pane == m_before ? *m_after : *m_before; }
    GraphPane& active() const; // where the focus is

    void forgetModel();
    void retry(const QString& stage);
    void presentStep();
    NodeId keptSelection(const Presented& next) const;
    void startBenefits();
    void showGraphs();
    void showBefore();
    void showAfter();
    std::vector<HullSpec> hulls() const;
    void showSelection();
    void showMarks();
    void showColours();
    std::vector<std::shared_ptr<const NodeColouring>> colourings() const;
    void showPlaces();
    void goTo(int depth);
    void pick(const Item& item);
    QHBoxLayout* makeAnswer();
    void showAnswer();
    void followLink(const QString& target);
    void startBenefitsOfA();
    void showBenefits(std::shared_ptr<const pipeline::Benefits> benefits);
    void highlightAll(const std::vector<NodeId>& nodes);
    void follow(GraphPane& lead);
    void lineUp();
    void settle(); // after another mode
    void choose(GraphPane& in, const std::set<NodeId>& nodes);
    void explain(const Item& item);
    void badgeClicked(NodeId node, Badge::Kind kind);
    void undoOf(NodeId node);
    void applyOf(NodeId node);
    void openGroup(NodeId node, bool open);
    void openAll(bool open);
    ModuleFolds& folds() { return inside() ? m_insideFolds : m_folds; }
    const ModuleFolds& folds() const { return inside() ? m_insideFolds : m_folds; }
    bool waitsForModules() const; // to draw a graph that may open folded
    void takeModules();
    bool isOfFolds(const GraphScene& scene) const;
    void showModules();
    void refold();
    void foldByModules(bool on);
    void openModule(modules::ModuleId module, bool open);
    void foldAround(); // the selection: the innermost open module
    modules::ModuleId moduleOf(NodeId node) const;
    void unfoldTo(NodeId node);
    void pickModule(modules::ModuleId module, GraphPane* in);
    std::set<NodeId> nodesIn(const GraphScene& scene, modules::ModuleId module) const;
    void showCrumbs();
    void goToCrumb(int depth);
    void showMenu(GraphPane& pane, const QPoint& at);
    void measureTimes();
    void showMeasured();
    cost::Processor processor() const;
    std::shared_ptr<const device::Record> measured() const; // of the present graphs; null: none
    void setBookmark(int number);
    void jumpToBookmark(int number);
    void showBookmarks();
    // The selected node, or invalid; of the graph that is shown.
    NodeId selectedNode() const;
    std::vector<NodeId> selectedNodes() const; // chosen ones, else the selected one
    // Nodes of the original graph that `nodes`, of either, stand for.
    std::set<NodeId> baseNodesOf(const std::set<NodeId>& nodes) const;

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const ir::Graph> m_model;            // that everything below is of
    std::shared_ptr<const fusion::History> m_presenting; // on its way or shown
    std::shared_ptr<const Presented> m_presented;
    std::shared_ptr<const Presented> m_afterShows; // the picture on the right, or on its way there
    std::vector<std::vector<NodeId>> m_groups;     // that the original's layout keeps together
    std::set<NodeId> m_opened;
    ModuleFolds m_folds, m_insideFolds;         // of the model, of the graph in it that is shown
    std::shared_ptr<const modules::Modules> m_outlined;
    std::vector<modules::ModuleId> m_crumbs; // behind the model's name
    modules::ModuleId m_module;              // all of it is selected
    NodeId m_picked;                         // on this page, last: stays folded
    bool m_keepFolded = false, m_fromOutline = false;
    std::vector<Place> m_places;
    std::set<NodeId> m_chosen; // in the original graph
    std::map<NodeId, double> m_sqnr;
    bool m_showsTimes = false;           // the person asked for them
    bool m_benefitsLate = false;         // predicted for another processor while the page was hidden
    std::vector<const void*> m_coloured; // what the colourings were last made from
    std::array<const void*, 2> m_colouredScenes{};
    Bookmarks m_bookmarks;
    std::shared_ptr<const pipeline::Opened> m_file;   // that m_model is of
    bool m_freshBefore = false, m_freshAfter = false; // the next picture is of another model
    bool m_lineUp = false;       // the first picture on the right takes scale and height of that on the left
    bool m_beforeInside = false; // the picture on the left is of a graph inside
    bool m_following = false;
    GraphPane* m_pickedIn = nullptr;

    std::shared_ptr<const pipeline::Benefits> m_known; // null until they are
    AnswerLine* m_answer;
    QStackedWidget* m_stack;
    QTabWidget* m_side;
    RulesPanel* m_rules;
    StepsPanel* m_steps;
    OutlinePanel* m_outline;
    PinBar* m_pinBar;
    PinPanel* m_pinPanel;
    PageBar* m_bar;
    GraphPane *m_before, *m_after;
    std::optional<QObject> m_restored; // waits for the pictures whose place restoreState() knows
    StageOverlay* m_afterStage;
    QSplitter* m_panes;
    HistoryBar* m_history;
    GraphLegend* m_legend;
    QToolButton* m_measureButton = nullptr;
    Callout* m_callout;
    std::vector<MiniMap*> m_maps;
    QTimer m_seen;                                         // until what fills the view is looked at
    std::weak_ptr<const fusion::History> m_benefitsWanted; // by m_benefitsOfA
    JobSlot m_present, m_benefits, m_benefitsOfA, m_byHand, m_copyPicture;
};

extern const ViewEntry graph_view;

} // namespace edgewright::views
