// SPDX-License-Identifier: GPL-3.0-or-later
// One side of the comparison: a heading, the canvas, and the layout job behind it.
#pragma once

#include <QLabel>
#include <QWidget>

#include "views/graph/graph_canvas.h"
#include "views/support/job_slot.h"
#include "views/support/view.h"

#include <filesystem>
#include <memory>
#include <vector>

class QHBoxLayout;
class QToolButton;

namespace edgewright::views {

class GraphPane final : public QWidget {
    Q_OBJECT
public:
    enum class Side { Before, After };
    GraphPane(Side side, ViewContext& context, QWidget* parent = nullptr);

    GraphCanvas& canvas() { return *m_canvas; }
    const GraphCanvas& canvas() const { return *m_canvas; }
    QHBoxLayout& heading() { return *m_heading; }

    // Lays out again only where boxes or edges differ; the old picture stays, dimmed, until the new one is there.
    void setGraph(std::shared_ptr<const ir::Graph> graph, std::vector<std::vector<NodeId>> groups);
    // No graph: what is shown instead.
    void setMissing(const QString& sentence, bool pending);
    // The picture belongs to older settings.
    void setStale(bool stale);
    bool layingOut() const { return m_job.running(); }

    // A placed scene of the newest graph, laid out on the spot where that has not happened yet; null without a graph.
    std::shared_ptr<const GraphScene> sceneForPaper() const;

signals:
    void shown(); // a new scene is on the canvas

protected:
    void changeEvent(QEvent* event) override;

private:
    void show(std::shared_ptr<GraphScene> scene);
    void writeTitle();
    void refreshBusy() { m_canvas->setBusy(m_stale || m_job.running()); }

    Side m_side;
    std::filesystem::path m_helper;
    GraphCanvas* m_canvas;
    QLabel* m_title;
    QToolButton* m_zoom;
    QHBoxLayout* m_heading;
    JobSlot m_job;
    bool m_stale = false;

    std::shared_ptr<const ir::Graph> m_graph;
    std::shared_ptr<GraphScene> m_scene; // of m_graph, perhaps not placed yet
    std::vector<std::vector<NodeId>> m_groups;
    layout::Request m_request; // that m_layout answers
    std::shared_ptr<const layout::Layout> m_layout;
};

} // namespace edgewright::views
