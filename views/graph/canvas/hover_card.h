// SPDX-License-Identifier: GPL-3.0-or-later
// The thing under the pointer, told beside it once the pointer rests there; never in its way.
#pragma once

#include "views/graph/picture/graph_painter.h"

#include <QLabel>
#include <QTimer>

#include <functional>
#include <vector>

namespace edgewright::views {

class HoverCard final : public QLabel {
    Q_OBJECT
public:
    explicit HoverCard(QWidget* over);
    // On the screen; it is asked when the card opens.
    using Clear = std::function<std::vector<QRect>()>;
    // Rich text; empty: nothing. The card lies beside `avoid`, in coordinates of the widget below, and off
    // `clear` where there is room.
    void say(const QString& text, const QRect& avoid, Clear clear = {});
    void away();
    const QString& said() const { return m_text; }   // shown or about to be
    int delay() const { return m_delay.interval(); } // milliseconds, from say() until it opens

private:
    void open();

    QString m_text;
    QRect m_avoid;
    Clear m_clear;
    QTimer m_delay;
};

// The place of a card of `size` in `room` beside `avoid`, first to the right: off all of `clear`, else over as
// little of them as can be had.
QRect placeBeside(QSize size, const QRect& avoid, const std::vector<QRect>& clear, const QRect& room);

// Rich text for the HoverCard about what is under the pointer; empty: nothing.
QString hoverText(const GraphScene& scene, const GraphPaintOptions& options, const GraphHit& found);

} // namespace edgewright::views
