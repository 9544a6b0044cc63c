// SPDX-License-Identifier: GPL-3.0-or-later
// All folds as small arrays with the part that holds work; of very many, those around the current one.
#pragma once

#include "views/accelerator/array/array_scene.h"
#include "views/support/theme.h"

#include <QPainter>

#include <optional>

namespace edgewright::views {

void paintFolds(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                std::int64_t current);
std::optional<std::int64_t> foldIn(const QRectF& area, const ArrayScene& scene, std::int64_t current,
                                   QPointF at);

} // namespace edgewright::views
