// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/signal/cosine_window.h"

namespace edgewright::ops::windows {

namespace {

constexpr Operator window(std::string_view name, Result<void> (*run)(KernelContext&)) {
    return {
        .name = name, .category = Category::DataMovement, .infer = inferCosineWindow, .run = run, .since = 17};
}

constexpr std::array Rows{
    window("HannWindow",
           [](KernelContext& context) {
               return runCosineWindow(context, {0.5, 0.5, 0.0});
           }),
    window("HammingWindow",
           [](KernelContext& context) {
               return runCosineWindow(context, {25.0 / 46, 21.0 / 46, 0.0});
           }),
    window("BlackmanWindow",
           [](KernelContext& context) {
               return runCosineWindow(context, {0.42, 0.5, 0.08});
           }),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::windows
