// SPDX-License-Identifier: GPL-3.0-or-later
// A space of mappings: a few axes of choices, and a number to be made small for each point.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::cost::search {

// The relation of the choices of an axis: which of them are neighbours, and which are as likely.
enum class Scale {
    Names,   // in no order
    Steps,   // in order; all as likely
    Extents, // choice i is the extent i + 1 of a tile: what matters are ratios, and how often it goes into the
             // largest
};

struct Axis {
    std::string name;
    std::int64_t choices = 1;
    Scale scale = Scale::Steps;
    std::int64_t grain = 1; // of Extents: multiples of it are tried as often as all others together
    // Choice 0 is a rule that decides by itself, a neighbour of every other choice; points that are not
    // admitted otherwise may be so with it (moves.h). Not of Extents.
    bool hasRule = false;
};

using Choice = std::int32_t;
using Point = std::vector<Choice>;                         // a choice of each axis
using PointId = std::uint64_t;                             // the first axis counts most; below Space::points
constexpr std::int64_t MaxChoices = std::int64_t(1) << 30; // of an axis

// `evaluate` is what is counted: one call is one evaluation (a trial). `admits` is cheap and never counted.
struct Space {
    std::vector<Axis> axes;
    // True if the point is one at all (its tiles fit). Empty: each one is.
    std::function<bool(std::span<const Choice>)> admits = {};
    // Cycles, energy or their product; infinity where it turns out not to fit. Never NaN, never below 0.
    std::function<double(std::span<const Choice>)> evaluate;
    // The values of several points that are measured beside each other, in place of `evaluate`: as many,
    // infinity for one that failed. An error ends the search; what was tried before is kept.
    std::function<Result<std::vector<double>>(std::span<const Point>, const RunContext&)> evaluateTogether = {};
    // Told before `evaluateTogether` what a cost model expects of the same points, one number for each, larger
    // where it expects less; none where there is no model yet.
    std::function<void(std::span<const double>)> foreseen = {};
    // Appends what a cost model is to learn from; as many numbers for each point. Empty: the choices.
    std::function<void(std::span<const Choice>, std::vector<float>&)> features = {};
    // Points that a guided search tries first, in this order: the one that is chosen without a search, those
    // that older trials promise. Those that are not admitted are passed over.
    std::vector<Point> first = {};
    // The same of what becomes known while it searches, asked before each proposal. Empty: nothing does.
    std::function<std::vector<Point>()> hints = {};
};

// The number of points, those not admitted included. BadInput where an axis has no choice or more than
// MaxChoices, or where the points are 2^63 or more.
Result<PointId> pointsOf(const Space& space);

PointId idOf(const Space& space, std::span<const Choice> point);
void decode(const Space& space, PointId id, Point& into);
bool admits(const Space& space, std::span<const Choice> point);
void appendFeatures(const Space& space, std::span<const Choice> point, std::vector<float>& into);

} // namespace edgewright::cost::search
