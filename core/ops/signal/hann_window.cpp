// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/signal/cosine_window.h"

namespace edgewright::ops::hann_window {

namespace {

Result<void> run(KernelContext& context) { return runCosineWindow(context, {0.5, 0.5, 0.0}); }

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "HannWindow",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = inferCosineWindow,
    .run = run,
    .since = 17,
};

} // namespace edgewright::ops::hann_window
