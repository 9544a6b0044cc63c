// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/convolution/window.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"

#include <algorithm>
#include <limits>

namespace edgewright::ops {

namespace {

constexpr std::int64_t MaxParameter = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t MaxExtent = std::int64_t(1) << 40;
constexpr std::int64_t MaxTaps = std::int64_t(1) << 26; // a global window over 8192 x 8192

Error wrongCount(std::string_view name, std::size_t count, std::size_t axes) {
    return badInput(say("{1} has {2} entries where the input has {3} spatial axes", name, count, axes));
}

Result<std::vector<std::int64_t>> readList(const ir::Node& node, std::string_view name, std::size_t count,
                                           std::size_t axes, std::int64_t least) {
    auto list = node.ints(name);
    if (list.empty()) list.assign(count, least);
    if (list.size() != count) return wrongCount(name, list.size(), axes);
    for (const std::int64_t each : list)
        if (each < least || each > MaxParameter)
            return badInput(say("{1} holds {2} where at least {3} is expected", name, each, least));
    return list;
}

Result<AutoPad> readAutoPad(const ir::Node& node) {
    const std::string text = node.stringOr("auto_pad", "NOTSET");
    if (text == "NOTSET" || text.empty()) return AutoPad::NotSet;
    if (text == "VALID") return AutoPad::Valid;
    if (text == "SAME_UPPER") return AutoPad::SameUpper;
    if (text == "SAME_LOWER") return AutoPad::SameLower;
    return badInput(say("auto_pad is '{1}' where NOTSET, VALID, SAME_UPPER or SAME_LOWER is expected", text));
}

} // namespace

Result<Window> readWindow(const ir::Node& node, std::span<const std::int64_t> kernel) {
    const std::size_t axes = kernel.size();
    Window window;
    ASSIGN_OR_RETURN(window.autoPad, readAutoPad(node));
    window.ceil = node.intOr("ceil_mode", 0) != 0;
    ASSIGN_OR_RETURN(const auto strides, readList(node, "strides", axes, axes, 1));
    ASSIGN_OR_RETURN(const auto dilations, readList(node, "dilations", axes, axes, 1));
    std::vector<std::int64_t> pads(2 * axes, 0);
    if (window.autoPad == AutoPad::NotSet) {
        ASSIGN_OR_RETURN(pads, readList(node, "pads", 2 * axes, axes, 0));
    }
    std::int64_t taps = 1;
    for (std::size_t i = 0; i < axes; ++i) {
        if (kernel[i] < 1 || kernel[i] > MaxParameter)
            return badInput(say("the kernel has an extent of {1}", kernel[i]));
        const WindowAxis axis{kernel[i], strides[i], dilations[i], pads[i], pads[i + axes]};
        if (axis.reach() > MaxExtent) return badInput(say("a dilated kernel reaches over {1}", axis.reach()));
        taps = checkedMul(taps, axis.kernel).value_or(MaxTaps + 1);
        if (taps > MaxTaps) return badInput(say("the kernel has more than {1} elements", MaxTaps));
        window.axes.push_back(axis);
    }
    return window;
}

Result<std::int64_t> slideAxis(Window& window, std::size_t index, std::int64_t extent) {
    WindowAxis& axis = window.axes[index];
    if (extent < 0 || extent > MaxExtent) return badInput(say("an input extent of {1}", extent));
    if (window.autoPad == AutoPad::SameUpper || window.autoPad == AutoPad::SameLower) {
        const std::int64_t out = ceilDiv(extent, axis.stride);
        const std::int64_t total = std::max<std::int64_t>(0, (out - 1) * axis.stride + axis.reach() - extent);
        const std::int64_t half = total / 2;
        axis.padBegin = window.autoPad == AutoPad::SameUpper ? half : total - half;
        axis.padEnd = total - axis.padBegin;
        return out;
    }
    const std::int64_t room = extent + axis.padBegin + axis.padEnd - axis.reach();
    if (room < 0)
        return badInput(
            say("a kernel that reaches over {1} does not fit into an extent of {2} with pads {3} and {4}",
                axis.reach(), extent, axis.padBegin, axis.padEnd));
    const bool ceil = window.ceil && window.autoPad == AutoPad::NotSet;
    std::int64_t out = (ceil ? ceilDiv(room, axis.stride) : room / axis.stride) + 1;
    // A window that would begin in the padding at the end is not made.
    if (ceil && (out - 1) * axis.stride >= extent + axis.padBegin) --out;
    return out;
}

Result<ir::Dim> slideDim(Window& window, std::size_t index, const ir::Dim& extent) {
    if (extent.known()) {
        ASSIGN_OR_RETURN(const auto out, slideAxis(window, index, extent.value()));
        return ir::Dim(out);
    }
    const WindowAxis& axis = window.axes[index];
    const ir::Dim stride(axis.stride);
    if (window.autoPad == AutoPad::SameUpper || window.autoPad == AutoPad::SameLower)
        return ir::ceilDivide(extent, stride);
    const ir::Dim room =
        ir::minus(ir::plus(extent, ir::Dim(axis.padBegin + axis.padEnd)), ir::Dim(axis.reach()));
    if (!window.ceil || window.autoPad != AutoPad::NotSet)
        return ir::plus(ir::floorDivide(room, stride), ir::Dim(1));
    // Whether a window would begin in the padding at the end is the extent's to decide, unless none can.
    const bool inside = axis.padEnd + axis.stride <= axis.reach();
    return inside ? ir::plus(ir::ceilDivide(room, stride), ir::Dim(1)) : ir::Dim();
}

std::int64_t Geometry::Axis::first(std::int64_t k) const {
    const std::int64_t before = window.padBegin - k * window.dilation; // input position of output 0 is -before
    return before <= 0 ? 0 : std::min(out, ceilDiv(before, window.stride));
}

std::int64_t Geometry::Axis::last(std::int64_t k) const {
    const std::int64_t room =
        in + window.padBegin - k * window.dilation; // output o is inside while o * stride < room
    return room <= 0 ? 0 : std::min(out, ceilDiv(room, window.stride));
}

Result<Geometry> geometryOf(Window window, const ir::Dims& dims) {
    const std::size_t spatial = window.axes.size();
    if (dims.size() != spatial + 2)
        return wrongCount("kernel_shape", spatial, dims.size() < 2 ? 0 : dims.size() - 2);
    if (spatial < 1 || spatial > 3)
        return unsupported(say("windows over {1} spatial axes (1 to 3 are supported)", spatial));
    Geometry geometry;
    for (std::size_t i = 0; i < spatial; ++i) {
        ASSIGN_OR_RETURN(const auto out, slideAxis(window, i, dims[i + 2]));
        geometry.axes[3 - spatial + i] = {window.axes[i], dims[i + 2], out};
    }
    return geometry;
}

ir::Dims outputDims(const Geometry& geometry, const ir::Dims& dims, std::int64_t channels) {
    ir::Dims result{dims[0], channels};
    for (std::size_t i = 2; i < dims.size(); ++i)
        result.push_back(geometry.axes[3 - dims.size() + i].out);
    return result;
}

} // namespace edgewright::ops
