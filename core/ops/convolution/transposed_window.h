// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a ConvTranspose.
#pragma once

#include "core/ops/convolution/window.h"

#include <optional>
#include <span>
#include <vector>

namespace edgewright::ops {

struct TransposedWindow {
    Window window;                                    // of the convolution from output to input, pads resolved
    std::vector<std::optional<std::int64_t>> extents; // of the output's spatial axes, as far as known
};

// Extents and pads as the standard defines them: output_shape first, then auto_pad, then pads. `kernel` and
// `spatial`: one entry for each spatial axis. BadInput where attributes do not fit.
Result<TransposedWindow> resolveTransposed(const ir::Node& node, std::span<const std::int64_t> kernel,
                                           std::span<const ir::Dim> spatial);

} // namespace edgewright::ops
