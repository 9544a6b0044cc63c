// SPDX-License-Identifier: GPL-3.0-or-later
// One small product on one array under the three dataflows, beside each other at the same cycle.
#pragma once

#include "core/cost/array_walk/dataflow_walk.h"
#include "views/accelerator/array/array_scene.h"
#include "views/support/figure/slide.h"
#include "views/support/theme.h"

#include <QPainter>

#include <memory>
#include <vector>

namespace edgewright::views {

struct DataflowScene {
    cost::SmallProduct product;
    std::vector<cost::DataflowWalk> walks; // os, ws, is
    std::vector<ArrayScene> scenes;        // of them

    std::int64_t cycles() const; // of the slowest
};
using Dataflows = std::shared_ptr<const DataflowScene>;

Dataflows dataflowScene(const cost::SmallProduct& product); // null: cost::dataflowWalks refuses it

// "8 × 8 × 8 (M × N × K) on 4 × 4 cells: os 56, ws 72, is 72; folds do not overlap here"
QString dataflowSentence(const DataflowScene& scene);
// The cycle formula with its numbers: "⌈M 8 / 4⌉ · ⌈N 8 / 4⌉ = 4 folds of K 8 + 4 + 4 − 2 = 14 cycles: 56"
QString formulaText(const cost::DataflowWalk& walk);
// Utilisation, and what is read and written, each for the whole product.
QString readsText(const cost::DataflowWalk& walk);

void paintDataflows(QPainter& painter, const QRectF& area, const Theme& theme, const DataflowScene& scene,
                    std::int64_t cycle, bool isSlide = false);
Figure dataflowFigure(const Dataflows& scene, std::int64_t cycle);
// Goes on by cycles. The cells are as large as their columns are wide, whatever texts that costs.
Slide dataflowSlide(const Dataflows& scene, std::int64_t cycle, int cyclesPerSecond);

} // namespace edgewright::views
