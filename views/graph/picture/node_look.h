// SPDX-License-Identifier: GPL-3.0-or-later
// The look of each box after colouring, dimming and differences, worked out once for many frames.
#pragma once

#include "views/graph/picture/graph_marks.h"
#include "views/graph/picture/node_colouring.h"
#include "views/graph/picture/scene/graph_scene.h"
#include "views/support/theme.h"

#include <set>
#include <vector>

namespace edgewright::views {

struct NodeLook {
    QColor colour;       // stripe and letter
    QRgb flat = 0;       // the whole box, where it is small
    double level = 1;    // how far up the stripe goes: the second carrier of a number
    QString letter;      // of a category
    bool hasData = true; // else the stripe is empty
    bool dimmed = false;
};

// `dimmed` by category of the colouring. A null colouring is by operator kind.
std::vector<NodeLook> looksOf(const GraphScene& scene, const Theme& theme, const NodeColouring* colouring,
                              const std::set<int>& dimmed, const Changes& changes);

QColor changeColour(Change change, const Theme& theme);
QString changeSign(Change change); // "−", "→", "+", "≠"
QString changeWord(Change change); // "removed", "absorbed", "new", "changed"

} // namespace edgewright::views
