// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs on paper: in columns, on one page together or each on pages of its own.
#pragma once

#include "views/graph/picture/paper_columns.h"
#include "views/support/figure/figure.h"

#include <vector>

namespace edgewright::views {

struct PaperGraph {
    std::shared_ptr<const GraphScene> scene;             // placed
    QString heading = {};                                // empty: none
    QColor Theme::*ink = &Theme::text;                   // of the heading
    std::shared_ptr<const NodeColouring> colouring = {}; // null: by kind
    bool warmGroups = true;                              // fused cards in the colour of what comes after
};

struct PaperPages {
    static constexpr std::size_t MaxPages = 4;
    std::vector<Figure::Page> pages;
    double scale = 1; // at which they fit into the room: of the one that becomes the smallest
};

// All graphs beside each other, each in one column.
Figure::Page naturalPage(const std::vector<PaperGraph>& graphs);

// On one page together, beside or below each other, whichever shows them larger, where `least` of their size is
// kept there; else each on pages of its own, the fewest that keep it, at most MaxPages; where these do not, on
// those that show them larger.
PaperPages paperPages(const std::vector<PaperGraph>& graphs, QSizeF room, double least);

} // namespace edgewright::views
