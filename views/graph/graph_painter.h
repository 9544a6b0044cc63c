// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a placed scene, on screen and on paper, and says what lies under a point.
#pragma once

#include <QPainter>

#include "views/graph/graph_scene.h"
#include "views/support/theme.h"

#include <optional>
#include <set>
#include <unordered_map>

namespace edgewright::views {

// What is emphasised; nothing of it on paper.
struct GraphPaintOptions {
    double zoom = 1; // chooses the detail: above 0.45 full text, above 0.25 boxes with their stripe, else flat
    std::set<NodeId> highlighted; // outlined in the accent colour
    ValueId value;                // its edges too
    std::optional<std::uint32_t> hovered;
    std::set<ops::Category> dimmed;
    std::unordered_map<NodeId, int> refusals; // nodes with a "!" mark
    bool warmGroups = true;                   // fused cards and hulls in the "after" colour
};

inline constexpr double FullDetail = 0.45, SomeDetail = 0.25, LabelDetail = 0.7;

// `exposed` in scene coordinates; the painter is already scaled.
void paintGraph(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                const GraphPaintOptions& options);

struct GraphHit {
    std::optional<std::uint32_t> box, edge;
    bool badge = false; // on the box's "!" mark
};
// Boxes lie above edges; an edge is hit within `reach` scene pixels.
GraphHit hitTest(const GraphScene& scene, QPointF at, double reach);

// Fits the whole scene into `area`, centred, never enlarged.
void paintWholeGraph(QPainter& painter, const GraphScene& scene, const QRectF& area, const Theme& theme);

} // namespace edgewright::views
