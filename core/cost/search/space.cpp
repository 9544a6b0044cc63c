// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/space.h"

#include "core/base/checked.h"
#include "core/base/say.h"

namespace edgewright::cost::search {

Result<PointId> pointsOf(const Space& space) {
    std::int64_t points = 1;
    for (const Axis& axis : space.axes) {
        if (axis.choices < 1 || axis.choices > MaxChoices)
            return badInput(say("axis '{1}' of a search space: {2} choices, expected 1 to {3}", axis.name,
                                axis.choices, MaxChoices));
        const auto product = checkedMul(points, axis.choices);
        if (!product) return badInput(say("a search space of 2^63 points or more"));
        points = *product;
    }
    return static_cast<PointId>(points);
}

PointId idOf(const Space& space, std::span<const Choice> point) {
    PointId id = 0;
    for (std::size_t axis = 0; axis < space.axes.size(); ++axis)
        id = id * static_cast<PointId>(space.axes[axis].choices) + static_cast<PointId>(point[axis]);
    return id;
}

void decode(const Space& space, PointId id, Point& into) {
    into.resize(space.axes.size());
    for (std::size_t axis = space.axes.size(); axis-- > 0;) {
        const auto choices = static_cast<PointId>(space.axes[axis].choices);
        into[axis] = static_cast<Choice>(id % choices);
        id /= choices;
    }
}

bool admits(const Space& space, std::span<const Choice> point) { return !space.admits || space.admits(point); }

void appendFeatures(const Space& space, std::span<const Choice> point, std::vector<float>& into) {
    if (space.features)
        space.features(point, into);
    else
        for (const Choice choice : point)
            into.push_back(static_cast<float>(choice));
}

} // namespace edgewright::cost::search
