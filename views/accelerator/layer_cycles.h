// SPDX-License-Identifier: GPL-3.0-or-later
// The figure "layer-cycles": one bar of cycles per layer, stalls set apart.
#pragma once

#include "core/cost/systolic.h"
#include "views/support/figure/figure.h"

#include <memory>

namespace edgewright::views {

QSizeF layerCyclesSize(const cost::CostReport& report); // 174 mm wide, as high as the layers need
void paintLayerCycles(QPainter& painter, const QRectF& area, const Theme& theme,
                      const cost::CostReport& report);

} // namespace edgewright::views
