// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/convolution/transposed_window.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <string>

namespace edgewright::ops {

Result<TransposedWindow> resolveTransposed(const ir::Node& node, std::span<const std::int64_t> kernel,
                                           std::span<const ir::Dim> spatial) {
    ASSIGN_OR_RETURN(auto window, readWindow(node, kernel));
    TransposedWindow result{std::move(window), {}};
    const std::size_t axes = kernel.size();
    const auto extra = node.ints("output_padding");
    auto wanted = node.ints("output_shape");
    if (wanted.size() == axes + 2) wanted.erase(wanted.begin(), wanted.begin() + 2);
    if ((!extra.empty() && extra.size() != axes) || (!wanted.empty() && wanted.size() != axes))
        return badInput(say(
            "output_padding or output_shape does not have one entry for each of the {1} spatial axes", axes));
    for (std::size_t i = 0; i < axes; ++i) {
        WindowAxis& axis = result.window.axes[i];
        const std::int64_t more = extra.empty() ? 0 : extra[i];
        if (more < 0 || more > std::max(axis.stride, axis.reach()))
            return badInput(say("output_padding holds {1}", more));
        result.extents.emplace_back();
        if (!spatial[i].known()) {
            if (!wanted.empty()) result.extents.back() = wanted[i];
            continue;
        }
        constexpr std::int64_t maxExtent = std::int64_t(1) << 31;
        const std::int64_t in = spatial[i].value();
        if (in < 1 || in > maxExtent) return badInput(say("an input extent of {1}", in));
        const std::int64_t full = axis.stride * (in - 1) + more + axis.reach();
        const bool same =
            result.window.autoPad == AutoPad::SameUpper || result.window.autoPad == AutoPad::SameLower;
        std::int64_t out = full - axis.padBegin - axis.padEnd;
        if (!wanted.empty() || same) {
            out = wanted.empty() ? in * axis.stride : wanted[i];
            const std::int64_t total = std::max<std::int64_t>(0, full - out);
            axis.padBegin = result.window.autoPad == AutoPad::SameUpper ? total / 2 : total - total / 2;
            axis.padEnd = total - axis.padBegin;
        }
        if (out < 1 || out > full + maxExtent)
            return badInput(say("an output extent of {1} follows from kernel, pads and strides", out));
        result.extents.back() = out;
    }
    return result;
}

} // namespace edgewright::ops
