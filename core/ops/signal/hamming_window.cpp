// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/signal/cosine_window.h"

namespace edgewright::ops::hamming_window {

namespace {

Result<void> run(KernelContext& context) { return runCosineWindow(context, {25.0 / 46, 21.0 / 46, 0.0}); }

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "HammingWindow",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = inferCosineWindow,
    .run = run,
    .since = 17,
};

} // namespace edgewright::ops::hamming_window
