// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/convolution/used_taps.h"

namespace edgewright::ops {

namespace {

UsedTaps::Range usedOf(const Geometry::Axis& axis) {
    const WindowAxis& w = axis.window;
    UsedTaps::Range taps{0, w.kernel};
    while (taps.count > 1 && axis.first(taps.first) >= axis.last(taps.first) &&
           w.padBegin >= (taps.first + 1) * w.dilation) {
        ++taps.first;
        --taps.count;
    }
    while (taps.count > 1 && axis.first(taps.first + taps.count - 1) >= axis.last(taps.first + taps.count - 1))
        --taps.count;
    return taps;
}

} // namespace

UsedTaps UsedTaps::of(const Geometry& geometry) {
    UsedTaps used{.axes = {}, .areAll = true, .geometry = geometry};
    for (std::size_t i = 0; i < used.axes.size(); ++i) {
        Geometry::Axis& axis = used.geometry.axes[i];
        used.axes[i] = usedOf(axis);
        if (used.axes[i].count == axis.window.kernel) continue;
        used.areAll = false;
        axis.window.padBegin -= used.axes[i].first * axis.window.dilation;
        axis.window.kernel = used.axes[i].count;
    }
    return used;
}

std::vector<std::int64_t> UsedTaps::indices(const Geometry& whole) const {
    const auto& [d, h, w] = axes;
    const std::int64_t height = whole.axes[1].window.kernel, width = whole.axes[2].window.kernel;
    std::vector<std::int64_t> taps;
    for (std::int64_t kd = d.first; kd < d.first + d.count; ++kd)
        for (std::int64_t kh = h.first; kh < h.first + h.count; ++kh)
            for (std::int64_t kw = w.first; kw < w.first + w.count; ++kw)
                taps.push_back((kd * height + kh) * width + kw);
    return taps;
}

} // namespace edgewright::ops
