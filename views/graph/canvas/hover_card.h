// SPDX-License-Identifier: GPL-3.0-or-later
// The thing under the pointer, told beside it at once; never in its way.
#pragma once

#include "views/graph/picture/graph_painter.h"

#include <QLabel>
#include <QTimer>

namespace edgewright::views {

class HoverCard final : public QLabel {
    Q_OBJECT
public:
    explicit HoverCard(QWidget* over);
    // Rich text; empty: nothing. `at` in coordinates of the widget below; the card keeps clear of `avoid`.
    void say(const QString& text, QPoint at, const QRect& avoid);
    void away();
    const QString& said() const { return m_text; } // shown or about to be

private:
    void open();

    QString m_text;
    QPoint m_at;
    QRect m_avoid;
    QTimer m_delay;
};

// Rich text for the HoverCard about what is under the pointer; empty: nothing.
QString hoverText(const GraphScene& scene, const GraphPaintOptions& options, const GraphHit& found);

} // namespace edgewright::views
