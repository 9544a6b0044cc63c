// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the boxes of a scene, in its coordinates: bodies first, then all texts of one font, then of the other.
#pragma once

#include "views/graph/picture/node_look.h"

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QStaticText>

#include <vector>

namespace edgewright::views {

// Texts that were laid out once are drawn again without that work. For the GUI thread.
class TextCache {
public:
    // On a device without pixels (SVG, PDF) texts stay texts: nothing is cached.
    explicit TextCache(const QFont& font, bool keep = true) : m_font(font), m_metrics(font), m_keep(keep) {}
    const QFont& font() const { return m_font; }
    const QFontMetricsF& metrics() const { return m_metrics; }
    // The painter has font() and its pen already.
    void draw(QPainter& painter, QPointF baseline, const QString& text);
    void drawCentred(QPainter& painter, const QRectF& rect, const QString& text);

private:
    struct Entry {
        QStaticText text;
        double width;
    };
    const Entry& entry(const QString& text);

    QFont m_font;
    QFontMetricsF m_metrics;
    bool m_keep;
    QHash<QString, Entry> m_entries;
};

// The two fonts of a card.
struct CardInk {
    explicit CardInk(const QFont& boldFont, const QFont& smallFont, bool keep = true)
        : bold(boldFont, keep), small(smallFont, keep) {}
    TextCache bold, small;
};

// A part of a scene, between two heights at which no box and no text is met.
struct ScenePart {
    double top = 0, bottom = 0;
    bool holds(const QRectF& rect) const { return rect.center().y() >= top && rect.center().y() < bottom; }
};

// Marks that the page lays over the picture of a scene, none of them on paper; and the part of it that is
// drawn.
struct GraphPaintOptions {
    double zoom = 1;                                // below FullDetail no text
    std::set<NodeId> highlighted;                   // outlined in the accent colour
    NodeId current;                                 // one of them: outlined more strongly
    ValueId value;                                  // its edges too
    std::set<NodeId> chosen;                        // by rubber band or Ctrl+click: filled as well
    std::optional<std::uint32_t> hovered;           // a box
    std::set<int> dimmed;                           // categories of the colouring
    std::shared_ptr<const NodeColouring> colouring; // null: by kind
    Badges badges;
    Changes changes;
    bool warmGroups = true;        // fused cards and hulls in the "after" colour
    std::optional<ScenePart> part; // edges and hulls end where it ends
};

inline constexpr double FullDetail = 0.45, SomeDetail = 0.25, LabelDetail = 0.7, RoundDetail = 0.7;

class CardPainter {
public:
    // One box, where it is drawn at this moment.
    struct Card {
        const SceneBox* box;
        const NodeLook* look;
        QRectF rect;
        double opacity = 1;
    };
    CardPainter(QPainter& painter, const Theme& theme, const GraphPaintOptions& options, CardInk& ink)
        : m_painter(painter), m_theme(theme), m_options(options), m_ink(ink) {}
    void draw(const std::vector<Card>& cards);
    void badges(const std::vector<Card>& cards);

private:
    bool warm(const SceneBox& box) const { return box.fused && m_options.warmGroups; }
    QColor faded(const QColor& colour, const Card& card) const;
    void body(const Card& card);
    void terminal(const Card& card);
    void stripe(const Card& card);
    void change(const Card& card);
    void smallTexts(const Card& card);
    void rounded(const QRectF& rect, double radius);

    QPainter& m_painter;
    const Theme& m_theme;
    const GraphPaintOptions& m_options;
    CardInk& m_ink;
};

// The corners of a terminal are round.
double cornerRadius(const SceneBox& box);
// The rectangles of the badges of a box, in their order; empty for those that are not shown at this zoom. The
// handle that opens or enters it.
std::vector<QRectF> badgeRects(const QRectF& box, const std::vector<Badge>& badges, double zoom = 1);
QRectF handleRect(const QRectF& box);
bool hasHandle(const SceneBox& box);
// The distance by which badges and outlines stand out of a box.
inline constexpr double MarkReach = 16;
// The distance by which cards underneath stand out of a box of several nodes, below and on the right.
inline constexpr double StackReach = 6;

} // namespace edgewright::views
