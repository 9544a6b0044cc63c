// SPDX-License-Identifier: GPL-3.0-or-later
// State and painting of the graph canvas.
#include "views/graph/canvas/graph_canvas.h"

#include "views/graph/canvas/canvas_accessible.h"
#include "views/graph/canvas/hover_card.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>

namespace edgewright::views {

namespace {

constexpr int GlideMilliseconds = 220, MoveMilliseconds = 280;

} // namespace

GraphCanvas::GraphCanvas(QWidget* parent)
    : QWidget(parent), m_ink(cardFonts().bold, cardFonts().small), m_hoverCard(new HoverCard(this)) {
    makeCanvasesAccessible();
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_timer.setInterval(30);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_phase = (m_phase + 1) % 100;
        update(0, 0, width(), 3);
    });
    m_glide.setDuration(GlideMilliseconds);
    m_glide.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&m_glide, &QVariantAnimation::valueChanged, this,
            [this](const QVariant& value) { setView(m_zoom, value.toPointF()); });
    m_move.setDuration(MoveMilliseconds);
    m_move.setEasingCurve(QEasingCurve::InOutCubic);
    m_move.setStartValue(0.0);
    m_move.setEndValue(1.0);
    connect(&m_move, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_share = value.toDouble();
        repaintAll();
    });
    connect(&m_move, &QVariantAnimation::finished, this, &GraphCanvas::finishTransition);
}

GraphCanvas::~GraphCanvas() = default;

void GraphCanvas::setBusy(bool busy) {
    if (m_busy == busy) return;
    m_busy = busy;
    if (busy)
        m_timer.start();
    else
        m_timer.stop();
    update();
}

void GraphCanvas::setSentence(const QString& sentence) {
    m_sentence = sentence;
    update();
}

void GraphCanvas::setHighlight(std::set<NodeId> nodes, ValueId value, NodeId current) {
    setAccessibleDescription(
        m_scene && current.valid() && m_scene->graph().contains(current)
            ? tr("selected: %1").arg(QString::fromStdString(m_scene->graph().node(current).label()))
            : QString());
    if (nodes == m_options.highlighted && value == m_options.value && current == m_options.current) return;
    m_options.highlighted = std::move(nodes);
    m_options.value = value;
    m_options.current = current;
    update();
}

void GraphCanvas::setColouring(std::shared_ptr<const NodeColouring> colouring) {
    if (colouring == m_options.colouring) return;
    m_options.colouring = std::move(colouring);
    m_options.dimmed.clear();
    refreshLooks();
}

void GraphCanvas::setDimmed(std::set<int> categories) {
    if (categories == m_options.dimmed) return;
    m_options.dimmed = std::move(categories);
    refreshLooks();
}

void GraphCanvas::setBadges(Badges badges) {
    m_options.badges = std::move(badges);
    repaintAll();
}

void GraphCanvas::setDifference(Changes changes) {
    m_options.changes = std::move(changes);
    refreshLooks();
}

void GraphCanvas::setWarmGroups(bool warm) {
    m_options.warmGroups = warm;
    repaintAll();
}

void GraphCanvas::setChosen(std::set<NodeId> nodes) {
    m_options.chosen = std::move(nodes);
    update();
}

void GraphCanvas::setTool(Tool tool) {
    m_tool = tool;
    setCursor(tool == Tool::Choose ? Qt::CrossCursor : Qt::ArrowCursor);
}

void GraphCanvas::repaintAll() {
    m_pictureFresh = false;
    update();
}

void GraphCanvas::refreshLooks() {
    m_looksFresh = false;
    repaintAll();
    emit pictureChanged();
}

void GraphCanvas::drawPicture() {
    const ScreenView now = view();
    if (m_picture.size() != now.deviceSize()) {
        m_picture = QImage(now.deviceSize(), QImage::Format_RGB32);
        m_pictureFresh = false;
    }
    if (m_pictureFresh && m_looksFresh) return;
    m_options.zoom = m_zoom;
    const NodeColouring* colouring = m_options.colouring.get();
    if (!m_looksFresh) m_looks = looksOf(*m_scene, theme(), colouring, m_options.dimmed, m_options.changes);
    if (!m_looksFresh && m_transition)
        m_oldLooks = looksOf(m_transition->old(), theme(), colouring, m_options.dimmed, m_options.changes);
    m_looksFresh = m_pictureFresh = true;
    const ScreenPainter painter(*m_scene, m_looks, theme(), m_options, m_ink);
    if (!m_transition) return painter.paint(m_picture, now);
    ScreenView moving = now;
    moving.origin = m_startOrigin + (m_origin - m_startOrigin) * m_share;
    painter.moment(m_picture, moving, *m_transition, m_oldLooks, m_share);
}

void GraphCanvas::paintMap(QImage& image, double scaleX, double scaleY) {
    if (!m_scene || !m_scene->placed()) return;
    const std::vector<NodeLook> looks =
        looksOf(*m_scene, theme(), m_options.colouring.get(), m_options.dimmed, m_options.changes);
    ScreenPainter(*m_scene, looks, theme(), m_options, m_ink).map(image, scaleX, scaleY);
}

bool GraphCanvas::event(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        m_ink = CardInk(cardFonts().bold, cardFonts().small);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) refreshLooks();
    return QWidget::event(event);
}

void GraphCanvas::paintEvent(QPaintEvent* event) {
    const Theme& tokens = theme();
    QPainter painter(this);
    if (m_scene && m_scene->placed() && !size().isEmpty()) {
        drawPicture();
        painter.drawImage(QPointF(0, 0), m_picture);
        if (!m_transition) ScreenPainter(*m_scene, m_looks, tokens, m_options, m_ink).overlay(painter, view());
    } else {
        painter.fillRect(event->rect(), tokens.background);
        painter.setPen(tokens.muted);
        painter.drawText(QRectF(rect()).adjusted(32, 16, -32, -16), Qt::AlignCenter | Qt::TextWordWrap,
                         m_sentence);
    }
    if (m_band) {
        QColor veil = tokens.accent;
        veil.setAlphaF(0.14f);
        painter.setPen(QPen(tokens.accent, 1, Qt::DashLine));
        painter.setBrush(veil);
        painter.drawRect(m_band->normalized());
    }
    if (m_busy) {
        QColor veil = tokens.background;
        veil.setAlphaF(0.5f);
        painter.fillRect(event->rect(), veil);
        const double span = width() * 0.25;
        painter.fillRect(QRectF((width() + span) * m_phase / 100.0 - span, 0, span, 2), tokens.accent);
    }
    if (hasFocus()) {
        painter.setPen(QPen(tokens.hover, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

} // namespace edgewright::views
