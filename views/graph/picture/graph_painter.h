// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a placed scene on paper, and says what lies under a point. (On screen: screen_painter.h.)
#pragma once

#include "views/graph/picture/card_painter.h"

namespace edgewright::views {

// In full detail; `exposed` in scene coordinates, the painter is already scaled.
void paintGraph(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                const GraphPaintOptions& options);

// The name of a box with its types and costs, as rich text.
QString boxText(const GraphScene& scene, const SceneBox& box);

// The parts, for either device. In scene coordinates.
void paintHulls(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                const GraphPaintOptions& options);
// Over the edges.
void paintHullTags(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                   const GraphPaintOptions& options, CardInk& ink);
void paintEdgeTexts(QPainter& painter, const GraphScene& scene, const std::vector<std::uint32_t>& edges,
                    const Theme& theme, const GraphPaintOptions& options, CardInk& ink);
QColor edgeColour(const SceneEdge& edge, const Theme& theme, const GraphPaintOptions& options);
QColor hullColour(HullSpec::Style style, const Theme& theme, const GraphPaintOptions& options);
// Colour, width and dashes of its edge, in scene pixels.
QPen hullPen(HullSpec::Style style, const Theme& theme, const GraphPaintOptions& options);
QPen edgePen(const SceneEdge& edge, const Theme& theme, const GraphPaintOptions& options);
double edgeWidth(double zoom); // scene pixels
QPolygonF arrowHead(const SceneEdge& edge);

struct GraphHit {
    std::optional<std::uint32_t> box, edge;
    std::optional<std::size_t> badge;  // of the box: index into its badges
    bool handle = false;               // of the box: opens or enters it
    bool farTag = false;               // of a portal `edge`: its tag at the reader
    bool tag = false;                  // of a portal `edge`: the one at its source
    std::optional<std::uint32_t> hull; // its tag, or its area where there is nothing else
    bool hullTag = false;
};
// Badges and boxes lie above tags, tags above edges, edges above hulls; an edge is hit within `reach` scene
// pixels. At `zoom` not all badges are shown.
GraphHit hitTest(const GraphScene& scene, QPointF at, double reach, const Badges& badges = {}, double zoom = 1);

} // namespace edgewright::views
