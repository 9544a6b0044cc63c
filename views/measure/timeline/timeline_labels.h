// SPDX-License-Identifier: GPL-3.0-or-later
// Names on spans. Laid out once for each name and width: a frame that pans draws what is kept.
#pragma once

#include "views/support/theme.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QStaticText>

#include <string_view>

namespace edgewright::views {

class TimelineLabels {
public:
    // Before each picture. `most`: names that may be laid out for it, the rest is left away.
    void begin(int most);
    // True if names were left away, so that another picture would have more.
    bool incomplete() const { return m_left; }
    // In the middle of the height of `box`, cut to its width; nothing where it is too narrow. `key`: of the
    // name, unique.
    void paint(QPainter& painter, const QRectF& box, quint64 key, std::string_view name, const QColor& ink);
    // One character in the middle.
    void paintLetter(QPainter& painter, const QRectF& box, char letter, const QColor& ink);

private:
    struct Kept {
        QStaticText text;
        QSizeF size;
    };
    const Kept* find(quint64 key, int width, std::string_view name);
    void draw(QPainter& painter, const Kept& kept, QPointF at, const QColor& ink) const;

    QHash<quint64, Kept> m_kept;
    QFont m_font;
    int m_room = 0;
    bool m_left = false;
};

} // namespace edgewright::views
