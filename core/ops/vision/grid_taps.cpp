// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/vision/grid_taps.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops {

namespace {

// Mirrors `x` at the ends of [low, high] until it lies between them.
double reflect(double x, double low, double high) {
    const double range = high - low;
    if (range <= 0) return low;
    if (x >= low && x <= high) return x;
    const double distance = std::fmod(std::abs(x - low), 2 * range);
    return distance <= range ? low + distance : high - (distance - range);
}

// Keys' cubic convolution with a = -0.75 for a point at fraction `t` behind the second of four elements.
std::array<float, 4> cubicWeights(float t) {
    constexpr float a = -0.75f;
    const auto near = [](float d) { return ((a + 2) * d - (a + 3)) * d * d + 1; };
    const auto far = [](float d) { return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a; };
    return {far(1 + t), near(t), near(1 - t), far(2 - t)};
}

} // namespace

std::int64_t GridTaps::tapsPerPoint() const {
    std::int64_t product = 1;
    for (std::size_t i = 0; i < extents.size(); ++i)
        product *= tapsPerAxis();
    return product;
}

void GridTaps::alongAxis(float coordinate, std::int64_t extent, std::int64_t* indices, float* weights) const {
    const auto size = static_cast<float>(extent);
    const double low = alignCorners ? 0.0 : -0.5;
    const double high = alignCorners ? static_cast<double>(extent - 1) : static_cast<double>(extent) - 0.5;
    float x = alignCorners ? (coordinate + 1) / 2 * (size - 1) : ((coordinate + 1) * size - 1) / 2;
    if (mode == Mode::Nearest) x = std::nearbyint(x);
    const double exact = static_cast<double>(x);
    if (!(exact >= low && exact <= high)) {
        if (padding == Padding::Border) // NaN goes to the first element
            x = x > 0 ? std::min(x, size - 1) : 0.0f;
        else if (padding == Padding::Reflection)
            x = std::isfinite(x) ? static_cast<float>(reflect(exact, low, high)) : 0.0f;
        else // All that is far outside is alike.
            x = x > 0 ? std::min(x, size + 4) : std::max(x, -4.0f);
        if (std::isnan(x)) x = -4.0f;
    }
    const std::int64_t count = tapsPerAxis();
    const float base = mode == Mode::Nearest ? std::nearbyint(x) : std::floor(x);
    const float t = x - base;
    const std::int64_t first = static_cast<std::int64_t>(base) - (mode == Mode::Cubic ? 1 : 0);
    if (mode == Mode::Nearest) {
        weights[0] = 1.0f;
    } else if (mode == Mode::Linear) {
        weights[0] = 1 - t;
        weights[1] = t;
    } else {
        std::ranges::copy(cubicWeights(t), weights);
    }
    for (std::int64_t i = 0; i < count; ++i) {
        std::int64_t index = first + i;
        if (index < 0 || index >= extent) {
            if (padding == Padding::Zeros) {
                weights[i] = 0.0f;
                index = 0;
            } else if (padding == Padding::Reflection) {
                index =
                    static_cast<std::int64_t>(std::nearbyint(reflect(static_cast<double>(index), low, high)));
            }
            index = std::clamp<std::int64_t>(index, 0, extent - 1);
        }
        indices[i] = index;
    }
}

void GridTaps::at(const float* point, Tap* taps) const {
    const std::int64_t count = tapsPerAxis();
    std::int64_t made = 1;
    taps[0] = {0, 1.0f};
    std::array<std::int64_t, 4> indices;
    std::array<float, 4> weights;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        alongAxis(point[extents.size() - 1 - axis], extents[axis], indices.data(), weights.data());
        // From the last to the first: what a tap becomes lies behind all taps that are still to be read.
        for (std::int64_t t = made - 1; t >= 0; --t) {
            const Tap tap = taps[t];
            for (std::int64_t i = count - 1; i >= 0; --i)
                taps[t * count + i] = {tap.offset * extents[axis] + indices[static_cast<std::size_t>(i)],
                                       tap.weight * weights[static_cast<std::size_t>(i)]};
        }
        made *= count;
    }
}

} // namespace edgewright::ops
