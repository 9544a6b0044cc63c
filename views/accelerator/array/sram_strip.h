// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the SRAMs over the cycles of the layer: a lane for each, filled as far as it is; what is
// loaded and written back; and where the array waits for DRAM.
#pragma once

#include "views/accelerator/array/array_scene.h"
#include "views/support/theme.h"

#include <QPainter>

#include <optional>

namespace edgewright::views {

// `current`: the step, in the order of the loops.
void paintSrams(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                std::int64_t current);
// Into ArrayScene::steps.
std::optional<std::size_t> sramStepAt(const QRectF& area, const ArrayScene& scene, QPointF at);

} // namespace edgewright::views
