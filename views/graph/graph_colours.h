// SPDX-License-Identifier: GPL-3.0-or-later
// The colours, badges and marks of the nodes, and the row below the graphs that says what they mean.
#pragma once

#include "views/graph/graph_pair.h"

namespace edgewright::views {

class GraphLegend;

class GraphColours final : public QWidget {
    Q_OBJECT
public:
    GraphColours(ViewContext& context, const GraphState& state, const GraphPair& pair,
                 QWidget* parent = nullptr);
    void forget();
    void showMarks(bool difference); // with what fusion removed, absorbed, made and changed
    void showColours();
    void showMeasured(); // another measurement, or another one is of the present graph

signals:
    void said(const QString& text);

private:
    void measureTimes();
    std::vector<std::shared_ptr<const NodeColouring>> colourings() const;

    ViewContext& m_context;
    const GraphState& m_state;
    const GraphPair& m_pair;
    GraphLegend* m_legend;
    std::map<NodeId, double> m_sqnr;       // of the layers that were studied
    bool m_showsTimes = false;             // the person asked for them
    std::vector<const void*> m_madeFrom;   // the colourings
    std::array<const void*, 2> m_scenes{}; // that the legend is of
};

} // namespace edgewright::views
