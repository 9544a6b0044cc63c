// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/graph_pane.h"

#include "views/support/job/stage_overlay.h"

#include "core/base/propagate.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>
#include <utility>
#include <vector>

namespace edgewright::views {

GraphPane::GraphPane(Side side, ViewContext& context, QWidget* parent)
    : QWidget(parent), m_side(side), m_canvas(new GraphCanvas(this)), m_title(new QLabel(this)),
      m_zoom(new QToolButton(this)), m_heading(new QHBoxLayout),
      m_job(context.pool,
            side == Side::Before ? tr("Layout of the original graph") : tr("Layout of the fused graph")),
      m_hulls(context.pool, tr("Fused groups")), m_name(side == Side::Before ? tr("Original") : tr("Fused")) {
    const bool before = side == Side::Before;
    m_canvas->setObjectName(before ? QStringLiteral("graphCanvasBefore") : QStringLiteral("graphCanvasAfter"));
    m_canvas->setAccessibleName(before ? tr("Original graph") : tr("Fused graph"));
    m_title->setObjectName(before ? QStringLiteral("titleBefore") : QStringLiteral("titleAfter"));
    m_title->setTextFormat(Qt::RichText);

    m_canvas->setWarmGroups(side != Side::Alone);
    m_zoom->setAutoRaise(true);
    m_zoom->setToolTip(tr("Fit the whole graph (0, or double click)"));
    m_zoom->setAccessibleName(before ? tr("Fit the whole original graph") : tr("Fit the whole fused graph"));
    connect(m_zoom, &QToolButton::clicked, m_canvas, &GraphCanvas::fit);
    const auto showZoom = [this](double zoom) {
        m_zoom->setText(tr("%1 %").arg(fixedText(zoom * 100, zoom < 0.01 ? 2 : 0)));
    };
    connect(m_canvas, &GraphCanvas::zoomChanged, this, showZoom);
    showZoom(m_canvas->zoom());

    m_heading->setContentsMargins(8, 0, 8, 0);
    m_heading->setSpacing(8);
    m_heading->addWidget(m_title, 1);
    m_heading->addWidget(m_zoom);
    auto* layout = columnIn(this, {}, 0);
    layout->addLayout(m_heading);
    layout->addWidget(m_canvas, 1);
    auto* overlay = new StageOverlay(m_canvas);
    connect(&m_job, &JobSlot::runningChanged, this, [this, overlay] {
        overlay->display({}, false);
        refreshBusy();
    });
    connect(&m_job, &JobSlot::cancelled, this,
            [overlay] { overlay->display({}, false, QStringLiteral("layout")); });
    connect(overlay, &StageOverlay::retryRequested, this, [this] { setContent(std::exchange(m_content, {})); });
    writeTitle();
}

Result<GraphPane::Picture> GraphPane::draw(const Content& content, const Picture& old, const CardFonts& fonts,
                                           const RunContext& run) {
    auto scene = std::make_shared<GraphScene>(content.graph, fonts, content.options);
    Picture picture;
    picture.request = scene->request(content.like.scene.get(), content.like.pairs);
    if (old.layout && sameRequest(picture.request, old.request)) {
        picture.layout = old.layout;
    } else {
        ASSIGN_OR_RETURN(auto laidOut, layout::layoutGraph(picture.request, run));
        picture.layout = std::make_shared<const layout::Layout>(std::move(laidOut));
    }
    if (run.stopped()) return cancelled();
    scene->place(*picture.layout, fonts);
    if (!content.hulls.empty()) scene->setHulls(content.hulls, fonts);
    picture.scene = std::move(scene);
    return picture;
}

GraphPane::Picture GraphPane::withHulls(Picture picture, std::vector<HullSpec> hulls, const CardFonts& fonts) {
    auto scene = std::make_shared<GraphScene>(*picture.scene);
    scene->setHulls(std::move(hulls), fonts);
    picture.scene = std::move(scene);
    return picture;
}

void GraphPane::setContent(Content content) {
    if (m_content.graph == content.graph && m_content.options == content.options &&
        m_content.like.layout == content.like.layout)
        return setHulls(std::move(content.hulls));
    content.fresh = content.fresh || (m_content.fresh && m_job.running()); // what is shown is still of another
    m_content = std::move(content);
    m_failed = false;
    m_hulls.stop();
    writeTitle();
    if (!m_canvas->scene())
        m_canvas->setSentence(
            tr("Laying out %n nodes …", nullptr, static_cast<int>(m_content.graph->nodeCount())));
    m_job.start([content = m_content, old = m_picture,
                 fonts = cardFonts()](const RunContext& run) { return draw(content, old, fonts, run); },
                [this](Result<Picture> picture) {
                    m_failed = !picture;
                    if (m_failed) {
                        m_picture = {};
                        m_canvas->setScene(nullptr);
                        m_canvas->setSentence(QString::fromStdString(picture.error().message));
                        return emit shown();
                    }
                    const bool fresh = std::exchange(m_content.fresh, false);
                    const bool moves = m_picture.scene && !fresh && picture->layout != m_picture.layout;
                    m_picture = std::move(picture).value();
                    if (fresh)
                        m_canvas->begin(m_picture.scene);
                    else if (moves)
                        m_canvas->transitionTo(m_picture.scene, m_content.pairs);
                    else
                        m_canvas->setScene(m_picture.scene);
                    writeTitle();
                    emit shown();
                });
}

void GraphPane::setHulls(std::vector<HullSpec> hulls) {
    const auto same = [](const HullSpec& a, const HullSpec& b) {
        return a.members == b.members && a.tag == b.tag && a.style == b.style && a.group == b.group;
    };
    if (std::ranges::equal(hulls, m_content.hulls, same)) return;
    m_content.hulls = std::move(hulls);
    const auto redraw = [this] {
        m_hulls.start([picture = m_picture, wanted = m_content.hulls, fonts = cardFonts()](
                          const RunContext&) -> Result<Picture> { return withHulls(picture, wanted, fonts); },
                      [this](Result<Picture> picture) {
                          if (!picture) return;
                          m_picture = std::move(picture).value();
                          m_canvas->setScene(m_picture.scene);
                      });
    };
    if (!m_job.running() && upToDate()) return redraw();
    // The picture on its way has the old ones.
    Content content = std::exchange(m_content, {});
    setContent(std::move(content));
}

void GraphPane::setMissing(const QString& sentence, bool pending) {
    m_job.stop();
    m_hulls.stop();
    m_content = {};
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

void GraphPane::setTitle(const QString& title) {
    if (title == m_name) return;
    m_name = title;
    writeTitle();
}

std::shared_ptr<PaperScene> GraphPane::sceneForPaper() const {
    if (upToDate()) return std::make_shared<PaperScene>(m_picture.scene);
    return m_content.graph && !m_failed ? sceneForPaper(m_content) : nullptr;
}

std::shared_ptr<PaperScene> GraphPane::sceneForPaper(Content content) const {
    return std::make_shared<PaperScene>(std::move(content), m_picture);
}

bool PaperScene::isReady() const {
    const std::scoped_lock lock(m_mutex);
    return m_scene != nullptr;
}

Result<std::shared_ptr<const GraphScene>> PaperScene::get(const RunContext& run) {
    const std::scoped_lock lock(m_mutex);
    if (!m_scene) {
        ASSIGN_OR_RETURN(auto picture, GraphPane::draw(m_content, m_old, cardFonts(), run));
        m_scene = std::move(picture.scene);
    }
    return m_scene;
}

std::shared_ptr<const GraphScene> GraphPane::drawn(const Content& content, const RunContext& run) {
    const auto picture = draw(content, {}, cardFonts(), run);
    return picture ? picture->scene : nullptr;
}

void GraphPane::writeTitle() {
    const Theme& theme = Theme::forPalette(palette());
    const bool before = m_side == Side::Before;
    QString text = m_name;
    if (m_content.graph)
        text += QStringLiteral(" · ") + tr("%n nodes", nullptr, static_cast<int>(m_content.graph->nodeCount()));
    const QString mark = m_side == Side::Alone ? QString()
                                               : QStringLiteral("<span style='color:%1'>■</span>&nbsp;&nbsp;")
                                                     .arg((before ? theme.before : theme.after).name());
    m_title->setText(mark + QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped()));
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
