// SPDX-License-Identifier: GPL-3.0-or-later
// A layer on the array, ready to be drawn; and what is said of it.
#pragma once

#include "core/cost/array_walk/array_state.h"
#include "core/cost/array_walk/sram_timeline.h"

#include <QString>

#include <array>
#include <memory>
#include <vector>

namespace edgewright::views {

struct ArrayMoment {
    std::int64_t fold = 0, cycle = 0; // cycle: of the fold
    friend bool operator==(const ArrayMoment&, const ArrayMoment&) = default;
};

// So many cycles later or earlier, over the ends of folds: at most into the next fold or the one before, and
// not beyond the first and the last cycle of all.
ArrayMoment momentAfter(const cost::ArrayWalk& walk, const ArrayMoment& moment, std::int64_t cycles);

struct ArrayScene {
    QString name; // of the layer
    cost::ArrayWalk walk;
    cost::SramTimeline timeline;
    std::vector<cost::SramState> steps; // all of the timeline
    std::vector<double> until;          // cycles until the end of each of them, waiting for DRAM included

    std::array<double, 3> most{}; // bytes that inputs, weights and outputs ever hold

    ArrayScene(QString layer, cost::ArrayWalk of);
};
using Scene = std::shared_ptr<const ArrayScene>;

// "conv4: 147 × 64 weights stay on 32 × 32 cells in 10 folds; ..."
QString sceneText(const ArrayScene& scene);
// "Fold 3 of 10 · K 65–96, filters 1–32 · cycle 45 of 110 · 312 of 1024 cells compute"
QString momentText(const ArrayScene& scene, const cost::ArrayState& state, const ArrayMoment& moment);
QString foldText(const ArrayScene& scene, const cost::Fold& fold);
QString cellText(const ArrayScene& scene, const cost::ArrayState& state, std::int64_t row, std::int64_t col);
QString sramText(const ArrayScene& scene, const cost::SramState& step);

// The words at the edges of the array: what enters and leaves, and what lies along them.
struct EdgeTexts {
    QString left, top, bottom; // "inputs"
    QString rows, cols;        // "K 65–96 of 147"
};
EdgeTexts edgeTexts(const ArrayScene& scene, const cost::Fold& fold);
QString shiftingText(cost::Dataflow dataflow); // "weights shift in"

} // namespace edgewright::views
