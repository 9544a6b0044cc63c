// SPDX-License-Identifier: GPL-3.0-or-later
// One side of the comparison: a heading, the canvas, and the job behind it that makes the picture.
#pragma once

#include <QLabel>
#include <QWidget>

#include "views/graph/canvas/graph_canvas.h"
#include "views/support/job/job_slot.h"
#include "views/support/page/view.h"

#include <memory>
#include <mutex>

class QHBoxLayout;
class QToolButton;

namespace edgewright::views {

class PaperScene;

class GraphPane final : public QWidget {
    Q_OBJECT
public:
    // Alone: neither; its colours say something else than before and after.
    enum class Side { Before, After, Alone };
    GraphPane(Side side, ViewContext& context, QWidget* parent = nullptr);

    GraphCanvas& canvas() { return *m_canvas; }
    const GraphCanvas& canvas() const { return *m_canvas; }
    QHBoxLayout& heading() { return *m_heading; }

    // Another picture whose places are kept, as far as that is good.
    struct Like {
        std::shared_ptr<const GraphScene> scene;
        std::shared_ptr<const layout::Layout> layout; // of it
        NodePairs pairs;                              // from its nodes
    };
    struct Content {
        std::shared_ptr<const ir::Graph> graph;
        SceneOptions options;
        std::vector<HullSpec> hulls;
        NodePairs pairs; // from the nodes of the picture that is shown, which move into these
        Like like;
        bool fresh = false; // has nothing to do with what is shown: another model, or a graph inside
    };
    // Places depend on the content alone, not on what was shown before. Lays out again only where boxes, edges,
    // options or `like` differ; the old picture stays, dimmed, until the new one is there, and moves into it; a
    // fresh one begins anew.
    void setContent(Content content);
    const Content& content() const { return m_content; }
    // Other hulls on the same picture.
    void setHulls(std::vector<HullSpec> hulls);
    // No graph: what is shown instead.
    void setMissing(const QString& sentence, bool pending);
    // The picture belongs to older settings.
    void setStale(bool stale);
    // "Original", "Step 3 of 12"; the number of nodes is added.
    void setTitle(const QString& title);
    // The layout of the picture shown; equal pictures share it.
    const std::shared_ptr<const layout::Layout>& layoutShown() const { return m_picture.layout; }
    bool isDrawing() const { return m_job.running(); }
    bool upToDate() const { return m_picture.scene && &m_picture.scene->graph() == m_content.graph.get(); }

    // The scene of the newest graph; null without one, or where it could not be drawn.
    std::shared_ptr<PaperScene> sceneForPaper() const;
    // The scene of a graph that has not come to this pane yet.
    std::shared_ptr<PaperScene> sceneForPaper(Content content) const;

    // On any thread, in our own layout; null when it cannot be drawn.
    static std::shared_ptr<const GraphScene> drawn(const Content& content, const RunContext& run = {});

signals:
    void shown(); // a new scene is on the canvas, or the sentence why there is none

protected:
    void changeEvent(QEvent* event) override;

private:
    friend PaperScene;
    struct Picture {
        std::shared_ptr<const GraphScene> scene;
        layout::Request request; // that `layout` answers
        std::shared_ptr<const layout::Layout> layout;
    };
    // On any thread. Takes the layout of `old` where it would be the same.
    static Result<Picture> draw(const Content& content, const Picture& old, const CardFonts& fonts,
                                const RunContext& run);
    static Picture withHulls(Picture picture, std::vector<HullSpec> hulls, const CardFonts& fonts);
    void writeTitle();
    void refreshBusy() { m_canvas->setBusy(m_stale || m_job.running()); }

    Side m_side;
    GraphCanvas* m_canvas;
    QLabel* m_title;
    QToolButton* m_zoom;
    QHBoxLayout* m_heading;
    JobSlot m_job, m_hulls;
    bool m_stale = false, m_failed = false; // the newest graph cannot be drawn
    QString m_name;

    Content m_content;
    Picture m_picture; // the newest, perhaps of an older graph
};

// A placed scene for paper: the one on screen, or one that is laid out when somebody asks, once.
class PaperScene {
public:
    explicit PaperScene(std::shared_ptr<const GraphScene> ready) : m_scene(std::move(ready)) {}
    PaperScene(GraphPane::Content content, GraphPane::Picture old)
        : m_content(std::move(content)), m_old(std::move(old)) {}
    bool isReady() const;
    // On any thread, also on several at once.
    Result<std::shared_ptr<const GraphScene>> get(const RunContext& run);

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const GraphScene> m_scene;
    const GraphPane::Content m_content;
    const GraphPane::Picture m_old;
};

} // namespace edgewright::views
