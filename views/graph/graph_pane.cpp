// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_pane.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>
#include <vector>

namespace edgewright::views {

namespace {

// Nodes of the base graph that are one node in the fused graph.
std::vector<std::vector<NodeId>> groupsOf(const fusion::History& history) {
    std::vector<std::vector<NodeId>> groups;
    for (const NodeId id : history.graph.order())
        if (auto origins = history.originsOf(id); origins.size() > 1) groups.push_back(std::move(origins));
    return groups;
}

} // namespace

GraphPane::GraphPane(Side side, ViewContext& context, QWidget* parent)
    : QWidget(parent), m_side(side), m_helper(context.layoutHelper), m_canvas(new GraphCanvas(this)),
      m_title(new QLabel(this)), m_zoom(new QToolButton(this)), m_heading(new QHBoxLayout),
      m_job(context.pool,
            side == Side::Before ? tr("Layout of the original graph") : tr("Layout of the fused graph")),
      m_hulls(context.pool, tr("Fused groups")) {
    const bool before = side == Side::Before;
    m_canvas->setObjectName(before ? QStringLiteral("graphCanvasBefore") : QStringLiteral("graphCanvasAfter"));
    m_canvas->setAccessibleName(before ? tr("Original graph") : tr("Fused graph"));
    m_title->setObjectName(before ? QStringLiteral("titleBefore") : QStringLiteral("titleAfter"));
    m_title->setTextFormat(Qt::RichText);

    m_zoom->setAutoRaise(true);
    m_zoom->setToolTip(tr("Fit the whole graph (0, or double click)"));
    m_zoom->setAccessibleName(tr("Fit the whole graph"));
    connect(m_zoom, &QToolButton::clicked, m_canvas, &GraphCanvas::fit);
    const auto showZoom = [this](double zoom) { m_zoom->setText(tr("%1 %").arg(std::lround(zoom * 100))); };
    connect(m_canvas, &GraphCanvas::zoomChanged, this, showZoom);
    showZoom(m_canvas->zoom());

    m_heading->setContentsMargins(8, 4, 8, 4);
    m_heading->setSpacing(8);
    m_heading->addWidget(m_title, 1);
    m_heading->addWidget(m_zoom);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_heading);
    layout->addWidget(m_canvas, 1);
    connect(&m_job, &JobSlot::runningChanged, this, [this] { refreshBusy(); });
    writeTitle();
}

Result<GraphPane::Picture> GraphPane::draw(std::shared_ptr<const ir::Graph> graph,
                                           std::shared_ptr<const fusion::History> history, const Picture& old,
                                           const CardFonts& fonts, const layout::Options& options,
                                           const RunContext& run) {
    auto scene = std::make_shared<GraphScene>(std::move(graph), fonts);
    Picture picture;
    picture.request = scene->request();
    if (old.layout && sameRequest(picture.request, old.request)) {
        picture.layout = old.layout;
    } else {
        auto laidOut = layout::layoutGraph(picture.request, options, run);
        if (!laidOut) return std::move(laidOut).error();
        picture.layout = std::make_shared<const layout::Layout>(std::move(laidOut).value());
    }
    if (run.stopped()) return cancelled();
    scene->place(*picture.layout, fonts);
    picture.scene = std::move(scene);
    return regrouped(std::move(picture), std::move(history));
}

GraphPane::Picture GraphPane::regrouped(Picture picture, std::shared_ptr<const fusion::History> history) {
    if (history == picture.history) return picture;
    auto scene = std::make_shared<GraphScene>(*picture.scene);
    scene->setHulls(history ? groupsOf(*history) : std::vector<std::vector<NodeId>>{});
    picture.scene = std::move(scene);
    picture.history = std::move(history);
    return picture;
}

void GraphPane::setGraph(std::shared_ptr<const ir::Graph> graph,
                         std::shared_ptr<const fusion::History> history) {
    m_history = std::move(history);
    if (graph == m_graph) return drawHulls();
    m_graph = std::move(graph);
    m_hulls.cancel();
    writeTitle();
    if (!m_canvas->scene())
        m_canvas->setSentence(tr("Laying out %n operators …", nullptr, static_cast<int>(m_graph->nodeCount())));
    layout::Options options;
    options.helper = m_helper;
    m_job.start([graph = m_graph, history = m_history, old = m_picture, fonts = cardFonts(),
                 options](const RunContext& run) { return draw(graph, history, old, fonts, options, run); },
                [this](Result<Picture> picture) {
                    if (!picture) {
                        m_canvas->setScene(nullptr);
                        return m_canvas->setSentence(QString::fromStdString(picture.error().message));
                    }
                    m_picture = std::move(picture).value();
                    m_canvas->setScene(m_picture.scene);
                    writeTitle();
                    emit shown();
                    drawHulls(); // fusion may have finished meanwhile
                });
}

void GraphPane::drawHulls() {
    if (!upToDate()) return;
    if (m_picture.history == m_history) return m_hulls.cancel();
    m_hulls.start([picture = m_picture, history = m_history](
                      const RunContext&) -> Result<Picture> { return regrouped(picture, history); },
                  [this](Result<Picture> picture) {
                      if (!picture) return;
                      m_picture = std::move(picture).value();
                      m_canvas->setScene(m_picture.scene);
                  });
}

void GraphPane::setMissing(const QString& sentence, bool pending) {
    m_job.cancel();
    m_hulls.cancel();
    m_graph.reset();
    m_history.reset();
    m_picture = {};
    m_canvas->setScene(nullptr);
    m_canvas->setSentence(sentence);
    m_stale = pending;
    refreshBusy();
    writeTitle();
}

void GraphPane::setStale(bool stale) {
    m_stale = stale;
    refreshBusy();
}

std::shared_ptr<const GraphScene> GraphPane::sceneForPaper() const {
    if (!m_graph) return nullptr;
    if (upToDate()) return regrouped(m_picture, m_history).scene;
    const auto picture = draw(m_graph, m_history, m_picture, cardFonts(), {}, {});
    return picture ? picture->scene : nullptr;
}

void GraphPane::writeTitle() {
    const Theme& theme = Theme::forPalette(palette());
    const bool before = m_side == Side::Before;
    QString text = before ? tr("Original") : tr("Fused");
    if (m_graph)
        text += QStringLiteral(" · ") + tr("%n nodes", nullptr, static_cast<int>(m_graph->nodeCount()));
    m_title->setText(QStringLiteral("<span style='color:%1'>■</span>&nbsp;&nbsp;<b>%2</b>")
                         .arg((before ? theme.before : theme.after).name(), text));
    m_title->setAccessibleName(text);
    QString hint;
    if (upToDate() && m_picture.scene->hiddenNodes() > 0)
        hint = tr("%n nodes compute constants; they are shown as chips of their readers", nullptr,
                  static_cast<int>(m_picture.scene->hiddenNodes()));
    m_title->setToolTip(hint);
}

void GraphPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) writeTitle();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
