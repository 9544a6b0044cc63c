// SPDX-License-Identifier: GPL-3.0-or-later
// Texts inside of a chart: drawn after everything else, each on ground of its own, none over another one.
#pragma once

#include "views/support/theme.h"

#include <QPainter>
#include <QRectF>
#include <QStringList>

#include <initializer_list>
#include <vector>

namespace edgewright::views {

// A place where a label may stand: `at` is the corner, edge or centre of it that `edges` names.
struct LabelSpot {
    QPointF at;
    Qt::Alignment edges = Qt::AlignCenter;
};

class LabelPlacer {
public:
    // Labels stand within `inside`.
    LabelPlacer(QPainter& painter, const Theme& theme, const QRectF& inside);
    // A rectangle that a label must not cover: another text, say.
    void take(const QRectF& rect) { m_taken.push_back(rect); }
    // A rectangle that it covers only where there is no other room: lines.
    void avoid(const QRectF& rect) { m_avoided.push_back(rect); }
    bool isFree(const QRectF& rect) const;
    // Draws the first of `texts`, the longest first, that has room at one of the spots, moved inside where it
    // stands out, and takes its place, which it returns. Nothing where none has.
    QRectF place(std::initializer_list<QString> texts, std::initializer_list<LabelSpot> spots,
                 const QColor& ink = {});

private:
    QPainter& m_painter;
    const Theme& m_theme;
    QRectF m_inside;
    QFont m_font;
    std::vector<QRectF> m_taken, m_avoided;
};

// The first of `texts`, the longest first, that is no wider than `width`; the last one cut in the middle where
// none is.
QString fitting(std::initializer_list<QString> texts, const QFontMetricsF& metrics, double width);

} // namespace edgewright::views
