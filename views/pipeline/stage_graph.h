// SPDX-License-Identifier: GPL-3.0-or-later
// The fused graph in the colours of the stages that it was cut into; the legend names their devices.
#pragma once

#include "core/device/stages/split_run.h"
#include "views/graph/picture/node_colouring.h"
#include "views/support/figure/figure.h"
#include "views/support/page/view.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace edgewright::views {

class GraphLegend;
class GraphPane;

// The stage of each operator, named with its devices.
NodeColouring colourByStage(const relay::SplitShown& shown);
// The stage that the operator was put in; nothing: it is none of the steps.
std::optional<std::size_t> stageOf(const relay::SplitShown& shown, NodeId node);

class StageGraph final : public QWidget {
    Q_OBJECT
public:
    StageGraph(ViewContext& context, QWidget* parent = nullptr);
    // Neither is null: the fused graph, and how it was cut.
    void display(std::shared_ptr<const fusion::History> history,
                 std::shared_ptr<const relay::SplitShown> shown);
    void displayNothing(const QString& why);
    void setPending(bool pending);        // another plan is on its way
    std::optional<Figure> figure() const; // nothing while there is none

private:
    void showSelected();

    ViewContext& m_context;
    GraphPane* m_pane;
    GraphLegend* m_legend;
    std::shared_ptr<const fusion::History> m_history; // null: nothing is shown
    std::shared_ptr<const relay::SplitShown> m_shown;
    std::shared_ptr<const NodeColouring> m_colouring;
};

} // namespace edgewright::views
