// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/canvas_picture.h"

namespace edgewright::views {

namespace {

constexpr int MoveMilliseconds = 280;

} // namespace

CanvasPicture::CanvasPicture(QObject* parent) : QObject(parent), m_ink(cardFonts().bold, cardFonts().small) {
    m_move.setDuration(MoveMilliseconds);
    m_move.setEasingCurve(QEasingCurve::InOutCubic);
    m_move.setStartValue(0.0);
    m_move.setEndValue(1.0);
    connect(&m_move, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_share = value.toDouble();
        emit changed();
    });
    connect(&m_move, &QVariantAnimation::finished, this, &CanvasPicture::finish);
}

void CanvasPicture::setFonts() { m_ink = CardInk(cardFonts().bold, cardFonts().small); }

void CanvasPicture::keepLooks(const GraphScene& same) {
    m_looksFresh = m_looksFresh && m_looks.size() == same.boxes().size();
    m_fresh = false;
}

void CanvasPicture::draw(QPainter& painter, const GraphScene& scene, const ScreenView& view, const Theme& theme,
                         GraphPaintOptions& options) {
    if (m_image.size() != view.deviceSize()) {
        m_image = QImage(view.deviceSize(), QImage::Format_RGB32);
        m_fresh = false;
    }
    const ScreenPainter screen(scene, m_looks, theme, options, m_ink);
    if (!m_fresh || !m_looksFresh) {
        options.zoom = view.zoom;
        const auto looks = [&](const GraphScene& of) {
            return looksOf(of, theme, options.colouring.get(), options.dimmed, options.changes);
        };
        if (!m_looksFresh) m_looks = looks(scene);
        if (!m_looksFresh && m_transition) m_oldLooks = looks(m_transition->old());
        m_looksFresh = m_fresh = true;
        ScreenView now = view;
        now.origin = originNow(view.origin);
        if (m_transition)
            screen.moment(m_image, now, *m_transition, m_oldLooks, m_share);
        else
            screen.paint(m_image, now);
    }
    painter.drawImage(QPointF(0, 0), m_image);
    if (!m_transition) screen.overlay(painter, view);
}

void CanvasPicture::map(QImage& image, const GraphScene& scene, const Theme& theme,
                        const GraphPaintOptions& options, double scaleX, double scaleY) {
    const std::vector<NodeLook> looks =
        looksOf(scene, theme, options.colouring.get(), options.dimmed, options.changes);
    ScreenPainter(scene, looks, theme, options, m_ink).map(image, scaleX, scaleY);
}

std::vector<QRectF> CanvasPicture::rectsNow(const GraphScene& scene) const {
    if (m_transition) return m_transition->rectsAt(m_share);
    std::vector<QRectF> rects;
    for (const SceneBox& box : scene.boxes())
        rects.push_back(box.rect);
    return rects;
}

QPointF CanvasPicture::originNow(QPointF origin) const {
    return m_transition ? m_startOrigin + (origin - m_startOrigin) * m_share : origin;
}

void CanvasPicture::setTransition(std::unique_ptr<GraphTransition> transition, QPointF from) {
    m_move.stop();
    m_transition = std::move(transition);
    m_startOrigin = from;
    forgetLooks();
    if (!m_transition) return;
    m_share = 0;
    m_move.start();
}

void CanvasPicture::finish() {
    if (!m_transition) return;
    m_move.stop();
    m_transition.reset();
    m_oldLooks.clear();
    forget();
    emit ended();
}

} // namespace edgewright::views
