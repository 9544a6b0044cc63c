// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_pane.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace edgewright::views {

GraphPane::GraphPane(Side side, ViewContext& context, QWidget* parent)
    : QWidget(parent), m_side(side), m_helper(context.layoutHelper), m_canvas(new GraphCanvas(this)),
      m_title(new QLabel(this)), m_zoom(new QToolButton(this)), m_heading(new QHBoxLayout),
      m_job(context.pool, side == Side::Before ? tr("Layout of the original graph") : tr("Layout of the fused graph")) {
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

void GraphPane::setGraph(std::shared_ptr<const ir::Graph> graph, std::vector<std::vector<NodeId>> groups) {
    const bool sameGroups = groups == m_groups;
    m_groups = std::move(groups);
    if (graph == m_graph) {
        if (sameGroups || !m_scene->placed()) return;
        m_scene->setHulls(m_groups);
        m_canvas->update();
        return;
    }
    m_graph = std::move(graph);
    m_scene = std::make_shared<GraphScene>(m_graph);
    writeTitle();
    layout::Request request = m_scene->request();
    if (m_layout && sameRequest(request, m_request)) {
        m_job.cancel();
        m_scene->place(*m_layout);
        return show(m_scene);
    }
    if (!m_canvas->scene()) m_canvas->setSentence(tr("Laying out %n operators …", nullptr, static_cast<int>(m_graph->nodeCount())));
    layout::Options options;
    options.helper = m_helper;
    m_job.start(
        [request, options](const RunContext& run) { return layout::layoutGraph(request, options, run); },
        [this, request, scene = m_scene](Result<layout::Layout> laidOut) {
            if (!laidOut) return m_canvas->setSentence(QString::fromStdString(laidOut.error().message));
            m_request = request;
            m_layout = std::make_shared<const layout::Layout>(std::move(laidOut).value());
            scene->place(*m_layout);
            show(scene);
        });
}

void GraphPane::show(std::shared_ptr<GraphScene> scene) {
    scene->setHulls(m_groups);
    m_canvas->setScene(std::move(scene));
    refreshBusy();
    emit shown();
}

void GraphPane::setMissing(const QString& sentence, bool pending) {
    m_job.cancel();
    m_graph.reset();
    m_scene.reset();
    m_layout.reset();
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
    if (!m_scene || m_scene->placed()) return m_scene;
    auto scene = std::make_shared<GraphScene>(m_graph);
    if (const auto laidOut = layout::layoutGraph(scene->request(), {})) scene->place(*laidOut);
    scene->setHulls(m_groups);
    return scene;
}

void GraphPane::writeTitle() {
    const Theme& theme = Theme::forPalette(palette());
    const bool before = m_side == Side::Before;
    QString text = before ? tr("Original") : tr("Fused");
    if (m_graph) text += QStringLiteral(" · ") + tr("%n nodes", nullptr, static_cast<int>(m_graph->nodeCount()));
    m_title->setText(QStringLiteral("<span style='color:%1'>■</span>&nbsp;&nbsp;<b>%2</b>")
                         .arg((before ? theme.before : theme.after).name(), text));
    m_title->setAccessibleName(text);
    QString hint;
    if (m_scene && m_scene->hiddenNodes() > 0)
        hint = tr("%n nodes compute constants; they are shown as chips of their readers", nullptr,
                  static_cast<int>(m_scene->hiddenNodes()));
    m_title->setToolTip(hint);
}

void GraphPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) writeTitle();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
