// SPDX-License-Identifier: GPL-3.0-or-later
// The Graph page: the original graph, the fused one beside it, and the rules that lead from one to the other.
#pragma once

#include <QWidget>

#include "views/graph/graph_pane.h"
#include "views/support/view.h"

#include <memory>
#include <vector>

class QStackedWidget;

namespace edgewright::views {

class GraphLegend;
class RulesPanel;

class GraphView final : public View {
    Q_OBJECT
public:
    explicit GraphView(ViewContext& context, QWidget* parent = nullptr);
    void update(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;

private:
    void showGraphs();
    void showSelection();
    void showRefusals();
    void showCategories();
    void explain(const Item& item);

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    QStackedWidget* m_stack;
    RulesPanel* m_rules;
    GraphPane* m_before;
    GraphPane* m_after;
    GraphLegend* m_legend;
    JobSlot m_refusals;
    std::shared_ptr<const fusion::History> m_refusalsShown;
};

extern const ViewEntry graph_view;

} // namespace edgewright::views
