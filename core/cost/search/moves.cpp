// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/moves.h"

#include "core/base/checked.h"

#include <algorithm>
#include <cmath>

namespace edgewright::cost::search {

namespace {

constexpr double Whole = 0.4;  // axes with one tile
constexpr double Grown = 0.3;  // points with an axis as large as is admitted
constexpr double ToRule = 0.2; // steps of an axis that has one

// 1 to end, small ones more often: the logarithm is evenly distributed.
std::int64_t logarithmic(Random& random, std::int64_t end) {
    const double drawn = std::exp(random.unit() * std::log(static_cast<double>(end) + 1));
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(drawn), 1, end);
}

Choice toGrain(const Axis& axis, std::int64_t extent) {
    const std::int64_t whole = ceilDiv(std::max<std::int64_t>(extent, 1), axis.grain) * axis.grain;
    return static_cast<Choice>(std::min(whole, axis.choices) - 1);
}

Choice drawChoice(const Axis& axis, Random& random) {
    if (axis.scale != Scale::Extents) return static_cast<Choice>(random.upTo(axis.choices));
    // A loop over tiles or none, as Ansor's sketches differ in; then how long it is.
    if (random.chance(Whole)) return static_cast<Choice>(axis.choices - 1);
    std::int64_t extent = logarithmic(random, axis.choices);
    if (random.chance(0.5)) extent = ceilDiv(axis.choices, extent); // as many tiles, all as large
    if (axis.grain > 1 && random.chance(0.5)) return toGrain(axis, extent);
    return static_cast<Choice>(extent - 1);
}

Choice within(const Axis& axis, std::int64_t choice) {
    return static_cast<Choice>(std::clamp<std::int64_t>(choice, 0, axis.choices - 1));
}

Choice nearExtent(const Axis& axis, Random& random, Choice from) {
    const std::int64_t extent = std::int64_t(from) + 1;
    const std::int64_t sign = random.chance(0.5) ? 1 : -1;
    switch (random.upTo(axis.grain > 1 ? 6 : 5)) {
    case 0:
        return within(axis, from + sign);
    case 1:
        return within(axis, from + sign * logarithmic(random, std::max<std::int64_t>(extent / 2, 1)));
    case 2: { // one tile more or less, all as large
        const std::int64_t tiles =
            std::clamp<std::int64_t>(ceilDiv(axis.choices, extent) + sign, 1, axis.choices);
        return static_cast<Choice>(ceilDiv(axis.choices, tiles) - 1);
    }
    case 3:
        return within(axis, (sign > 0 ? extent * 2 : ceilDiv(extent, 2)) - 1);
    case 4:
        return drawChoice(axis, random);
    default:
        return toGrain(axis, extent + sign * axis.grain);
    }
}

Choice nearChoice(const Axis& axis, Random& random, Choice from) {
    if (axis.scale == Scale::Extents) return nearExtent(axis, random, from);
    if (axis.scale == Scale::Names || (axis.hasRule && from == 0))
        return static_cast<Choice>(random.upTo(axis.choices));
    if (axis.hasRule && random.chance(ToRule)) return 0;
    const std::int64_t sign = random.chance(0.5) ? 1 : -1;
    return within(axis, from + sign * logarithmic(random, std::max<std::int64_t>(axis.choices / 4, 1)));
}

// An admitted point with the extent of one axis, or another one, as large as is admitted: the best tiles are
// often those that fill a memory. Where more of it is admitted than less somewhere, some extent at such an
// edge.
void grow(const Space& space, std::size_t axis, Point& point) {
    std::int64_t low = point[axis], high = space.axes[axis].choices; // admitted, not admitted
    while (high - low > 1) {
        const std::int64_t middle = high == space.axes[axis].choices ? high - 1 : low + (high - low) / 2;
        point[axis] = static_cast<Choice>(middle);
        if (!admits(space, point))
            high = middle;
        else
            low = middle;
    }
    point[axis] = static_cast<Choice>(low);
}
void growSome(const Space& space, Random& random, Point& point) {
    const auto axis = static_cast<std::size_t>(random.upTo(static_cast<std::int64_t>(space.axes.size())));
    if (space.axes[axis].scale == Scale::Extents) grow(space, axis, point);
}

// What one tile wins in one direction it gives in another, so that it is about as large.
bool exchange(const Space& space, Random& random, Point& point) {
    const auto axes = static_cast<std::int64_t>(space.axes.size());
    const auto first = static_cast<std::size_t>(random.upTo(axes)),
               second = static_cast<std::size_t>(random.upTo(axes));
    const Axis &grown = space.axes[first], &shrunk = space.axes[second];
    if (first == second || grown.scale != Scale::Extents || shrunk.scale != Scale::Extents) return false;
    const double ratio = std::exp(random.unit() * std::log(8.0));
    const auto scaled = [&](const Axis& axis, Choice from, double by) {
        const auto extent = static_cast<std::int64_t>(std::lround((from + 1.0) * by));
        return axis.grain > 1 && random.chance(0.5) ? toGrain(axis, extent) : within(axis, extent - 1);
    };
    point[first] = scaled(grown, point[first], ratio);
    point[second] = scaled(shrunk, point[second], 1 / ratio);
    return true;
}

// Where the point is not admitted, axes that have a rule are left to it, as few as will do: an algorithm does
// not read the parameters of another one. False if that is not admitted either.
bool mend(const Space& space, Point& point) {
    if (admits(space, point)) return true;
    const Point wanted = point;
    bool isOther = false;
    for (std::size_t axis = 0; axis < space.axes.size(); ++axis)
        if (space.axes[axis].hasRule && point[axis] != 0) {
            point[axis] = 0;
            isOther = true;
        }
    if (!isOther || !admits(space, point)) return false;
    for (std::size_t axis = 0; axis < space.axes.size(); ++axis)
        if (point[axis] != wanted[axis]) {
            point[axis] = wanted[axis];
            if (!admits(space, point)) point[axis] = 0;
        }
    return true;
}

} // namespace

void drawAny(const Space& space, Random& random, Point& into) {
    into.clear();
    for (const Axis& axis : space.axes)
        into.push_back(drawChoice(axis, random));
}

bool draw(const Space& space, Random& random, Point& into, int tries) {
    while (tries-- > 0) {
        drawAny(space, random, into);
        if (!admits(space, into)) continue;
        if (!space.axes.empty() && random.chance(Grown)) growSome(space, random, into);
        return true;
    }
    return false;
}

bool step(const Space& space, Random& random, std::span<const Choice> from, Point& into, int tries) {
    const auto axes = static_cast<std::int64_t>(space.axes.size());
    while (axes > 0 && tries-- > 0) {
        into.assign(from.begin(), from.end());
        if (!random.chance(0.3) || !exchange(space, random, into))
            for (int moved = random.chance(0.7) ? 1 : 2; moved > 0; --moved) {
                const auto axis = static_cast<std::size_t>(random.upTo(axes));
                into[axis] = nearChoice(space.axes[axis], random, into[axis]);
            }
        if (!mend(space, into)) continue;
        if (random.chance(Grown)) growSome(space, random, into);
        if (!std::equal(into.begin(), into.end(), from.begin())) return true;
    }
    return false;
}

bool cross(const Space& space, Random& random, std::span<const Choice> first, std::span<const Choice> second,
           Point& into) {
    into.resize(first.size());
    for (std::size_t axis = 0; axis < first.size(); ++axis)
        into[axis] = random.chance(0.5) ? first[axis] : second[axis];
    return mend(space, into);
}

} // namespace edgewright::cost::search
