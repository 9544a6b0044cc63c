// SPDX-License-Identifier: GPL-3.0-or-later
// Dims the window but for one place in it. Clicks go through it.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <utility>

namespace edgewright::workbench {

class Spotlight final : public QWidget {
    Q_OBJECT
public:
    static constexpr int FollowMs = 100;

    // Lies over `area`, which is in `parent` or further inside.
    Spotlight(QWidget* area, QWidget* parent) : QWidget(parent), m_area(area) {
        setObjectName(QStringLiteral("spotlight"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        hide();
        m_follow.setInterval(FollowMs); // pictures move without telling
        connect(&m_follow, &QTimer::timeout, this, &Spotlight::follow);
    }
    // `place`: in coordinates of the area, asked for again and again; null: nowhere for now.
    void shine(std::function<QRect()> place) {
        m_place = std::move(place);
        m_follow.start();
        follow();
    }
    void leave() {
        m_follow.stop();
        m_lit = {};
        hide();
    }
    const QRect& lit() const { return m_lit; }
    static void paintLight(QPainter& painter, const QRectF& area, const QRect& lit, const QPalette& palette) {
        painter.setRenderHint(QPainter::Antialiasing);
        QPainterPath shade, light;
        shade.addRect(area);
        light.addRoundedRect(QRectF(lit), 6, 6);
        painter.fillPath(shade.subtracted(light), QColor(0, 0, 0, 70));
        painter.setPen(QPen(palette.color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(light);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintLight(painter, rect(), m_lit, palette());
    }

private:
    void follow() {
        constexpr int Room = 6; // pixels around it
        const QRect place = m_place ? m_place() : QRect();
        const QRect lit = place.isEmpty() ? QRect() : place.adjusted(-Room, -Room, Room, Room);
        if (lit != m_lit) update();
        m_lit = lit;
        setGeometry({m_area->mapTo(parentWidget(), QPoint()), m_area->size()});
        setVisible(!m_lit.isEmpty());
        if (isVisible()) raise();
    }

    QWidget* m_area;
    std::function<QRect()> m_place;
    QRect m_lit;
    QTimer m_follow;
};

} // namespace edgewright::workbench
