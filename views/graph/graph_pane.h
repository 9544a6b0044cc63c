// SPDX-License-Identifier: GPL-3.0-or-later
// One side of the comparison: a heading, the canvas, and the job behind it that makes the picture.
#pragma once

#include <QLabel>
#include <QWidget>

#include "views/graph/graph_canvas.h"
#include "views/support/job_slot.h"
#include "views/support/view.h"

#include <filesystem>
#include <memory>

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

    // Lays out again only where boxes or edges differ; the old picture stays, dimmed, until the new one is
    // there. Nodes that are one node after `history`, where given, get a hull.
    void setGraph(std::shared_ptr<const ir::Graph> graph, std::shared_ptr<const fusion::History> history);
    // No graph: what is shown instead.
    void setMissing(const QString& sentence, bool pending);
    // The picture belongs to older settings.
    void setStale(bool stale);
    // Of the picture shown; equal pictures share it.
    const std::shared_ptr<const layout::Layout>& layoutShown() const { return m_picture.layout; }

    // A placed scene of the newest graph, laid out on the spot where that has not happened yet; null without a
    // graph.
    std::shared_ptr<const GraphScene> sceneForPaper() const;

signals:
    void shown(); // a new scene is on the canvas

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Picture {
        std::shared_ptr<const GraphScene> scene;
        std::shared_ptr<const fusion::History> history; // that the hulls come from
        layout::Request request;                        // that `layout` answers
        std::shared_ptr<const layout::Layout> layout;
    };
    // On any thread. Takes the layout of `old` where it fits.
    static Result<Picture> draw(std::shared_ptr<const ir::Graph> graph,
                                std::shared_ptr<const fusion::History> history, const Picture& old,
                                const CardFonts& fonts, const layout::Options& options, const RunContext& run);
    static Picture regrouped(Picture picture, std::shared_ptr<const fusion::History> history);
    bool upToDate() const { return m_picture.scene && &m_picture.scene->graph() == m_graph.get(); }
    void drawHulls();
    void writeTitle();
    void refreshBusy() { m_canvas->setBusy(m_stale || m_job.running()); }

    Side m_side;
    std::filesystem::path m_helper;
    GraphCanvas* m_canvas;
    QLabel* m_title;
    QToolButton* m_zoom;
    QHBoxLayout* m_heading;
    JobSlot m_job, m_hulls;
    bool m_stale = false;

    std::shared_ptr<const ir::Graph> m_graph;
    std::shared_ptr<const fusion::History> m_history;
    Picture m_picture; // the newest, perhaps of an older graph
};

} // namespace edgewright::views
