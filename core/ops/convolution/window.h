// SPDX-License-Identifier: GPL-3.0-or-later
// Sliding windows over the spatial axes: what convolutions and pools share. Extents, strides and pads are in
// elements.
#pragma once

#include "core/base/result.h"
#include "core/ir/node.h"
#include "core/ir/tensor_type.h"

#include <array>
#include <span>
#include <vector>

namespace edgewright::ops {

struct WindowAxis {
    std::int64_t kernel = 1;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t padBegin = 0;
    std::int64_t padEnd = 0;
    friend bool operator==(const WindowAxis&, const WindowAxis&) = default;
    std::int64_t reach() const { return dilation * (kernel - 1) + 1; } // input extent under one window
};

enum class AutoPad { NotSet, Valid, SameUpper, SameLower };

struct Window {
    std::vector<WindowAxis> axes;
    AutoPad autoPad = AutoPad::NotSet;
    bool ceil = false; // ceil_mode: a last window may stick out at the end
};

// strides, dilations, pads, auto_pad and ceil_mode of a node with this kernel. BadInput when their counts do
// not fit or a number is out of range (everything but pads >= 1, pads >= 0, all < 2^31).
Result<Window> readWindow(const ir::Node& node, std::span<const std::int64_t> kernel);

// Output extent of axis `index` for an input of `extent`; writes the pads that auto_pad stands for into the
// window. BadInput when the window does not fit into the padded input.
Result<std::int64_t> slideAxis(Window& window, std::size_t index, std::int64_t extent);
// The same for an open extent, as an expression; a window that does not fit cannot be seen then.
Result<ir::Dim> slideDim(Window& window, std::size_t index, const ir::Dim& extent);

// A window with known extents, over exactly three axes; missing leading ones have extent 1.
struct Geometry {
    struct Axis {
        WindowAxis window;
        std::int64_t in = 1;
        std::int64_t out = 1;
        friend bool operator==(const Axis&, const Axis&) = default;
        // Output positions [first, last) whose tap `k` lies inside the input.
        std::int64_t first(std::int64_t k) const;
        std::int64_t last(std::int64_t k) const;
        // One element under a window of one: as if the axis were not there.
        bool isTrivial() const { return in == 1 && out == 1 && window.kernel == 1 && window.padBegin == 0; }
    };
    std::array<Axis, 3> axes;
    friend bool operator==(const Geometry&, const Geometry&) = default;
    std::int64_t taps() const { return axes[0].window.kernel * axes[1].window.kernel * axes[2].window.kernel; }
    std::int64_t inPlane() const { return axes[0].in * axes[1].in * axes[2].in; }
    std::int64_t outPlane() const { return axes[0].out * axes[1].out * axes[2].out; }
};

// `dims` is the whole input shape [N, C, spatial...]; 1 to 3 spatial axes, else Unsupported.
Result<Geometry> geometryOf(Window window, const ir::Dims& dims);

// [N, C, out...] for an input of shape `dims`.
ir::Dims outputDims(const Geometry& geometry, const ir::Dims& dims, std::int64_t channels);

// For every tap of every window inside the plane: out = combineAt(tap)(out, in). Rows are the inner loop.
template <typename T, typename CombineAt>
void slideWindows(const Geometry& g, const T* in, T* out, CombineAt combineAt) {
    const auto& [d, h, w] = g.axes;
    for (std::int64_t kd = 0; kd < d.window.kernel; ++kd)
        for (std::int64_t od = d.first(kd); od < d.last(kd); ++od) {
            const std::int64_t id = od * d.window.stride - d.window.padBegin + kd * d.window.dilation;
            for (std::int64_t oh = 0; oh < h.out; ++oh)
                for (std::int64_t kh = 0; kh < h.window.kernel; ++kh) {
                    const std::int64_t ih = oh * h.window.stride - h.window.padBegin + kh * h.window.dilation;
                    if (ih < 0 || ih >= h.in) continue;
                    const T* line = in + (id * h.in + ih) * w.in;
                    T* row = out + (od * h.out + oh) * w.out;
                    for (std::int64_t kw = 0; kw < w.window.kernel; ++kw) {
                        const auto combine = combineAt((kd * h.window.kernel + kh) * w.window.kernel + kw);
                        const std::int64_t first = w.first(kw);
                        const std::int64_t count = w.last(kw) - first;
                        if (count <= 0) continue;
                        const T* from =
                            line + first * w.window.stride - w.window.padBegin + kw * w.window.dilation;
                        T* to = row + first;
                        if (w.window.stride == 1)
                            for (std::int64_t i = 0; i < count; ++i)
                                to[i] = combine(to[i], from[i]);
                        else if (w.window.stride == 2)
                            for (std::int64_t i = 0; i < count; ++i)
                                to[i] = combine(to[i], from[2 * i]);
                        else
                            for (std::int64_t i = 0; i < count; ++i)
                                to[i] = combine(to[i], from[i * w.window.stride]);
                    }
                }
        }
}

} // namespace edgewright::ops
