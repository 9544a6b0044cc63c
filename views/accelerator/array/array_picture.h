// SPDX-License-Identifier: GPL-3.0-or-later
// The whole picture of a layer on the array: cells, folds and SRAMs, the same on screen and on paper.
#pragma once

#include "views/accelerator/array/array_scene.h"
#include "views/support/figure/figure.h"

namespace edgewright::views {

struct ArrayLayout {
    QRectF caption, legend, cells, folds, srams;
};
ArrayLayout arrayLayout(const QRectF& area, const ArrayScene& scene);
void paintArray(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                const cost::ArrayState& state, const ArrayMoment& moment);
Figure arrayFigure(const Scene& scene, const ArrayMoment& moment);

} // namespace edgewright::views
