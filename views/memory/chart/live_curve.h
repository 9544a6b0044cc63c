// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes alive in each step, with the lower bound and the step that sets it. Pure.
#pragma once

#include "views/memory/chart/plan_painter.h"

namespace edgewright::views {

// `scaleBytes`: what the upper edge of `rect` stands for.
void paintLiveCurve(QPainter& painter, const QRectF& rect, const Theme& theme, const PlaneWindow& window,
                    const PlanSide& side, double scaleBytes);
// Over it: what the dashed line is.
void paintCurveTexts(LabelPlacer& labels, const QRectF& rect, const Theme& theme, const PlaneWindow& window,
                     const PlanSide& side, double scaleBytes);

} // namespace edgewright::views
