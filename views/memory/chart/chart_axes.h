// SPDX-License-Identifier: GPL-3.0-or-later
// Axes of the memory charts: steps along x, bytes along y.
#pragma once

#include "views/support/theme.h"

#include <QPainter>
#include <QRectF>

#include <optional>
#include <vector>

namespace edgewright::views {

// The part of the data plane that is shown. y is rows (downwards) or bytes (upwards), as the chart has it.
struct PlaneWindow {
    double x0 = 0, x1 = 1; // steps
    double y0 = 0, y1 = 1;
    friend bool operator==(const PlaneWindow&, const PlaneWindow&) = default;
};

// Multiples of 1, 2 or 5 times a power of ten within [low, high], at most `most` of them, at least `least`
// apart.
std::vector<double> niceTicks(double low, double high, int most, double least = 0);

struct ByteUnit {
    double bytes = 1;
    const char* name = "B";
    static ByteUnit of(double largest); // the largest unit of which there is at least one
};

// Below `plot`: ticks and the title "Step". Numbers that would stand in `taken` are left out.
void paintStepAxis(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window,
                   const QRectF& taken = {});
// Left of `plot`, whose lower edge is `low` bytes and upper edge `high`; with a light grid when wanted. Where
// the title is longer than the axis the unit alone stands there. `marked`: bytes that have a tick in any case.
void paintByteAxis(QPainter& painter, const QRectF& plot, const Theme& theme, double low, double high,
                   const QString& title, bool grid, std::optional<double> marked = {});

inline constexpr double AxisLeft = 116;      // room for names and byte ticks
inline constexpr double AxisLeftNarrow = 56; // byte ticks alone
inline constexpr double AxisRight = 12;
inline constexpr double AxisBottom = 34; // room for ticks and title

} // namespace edgewright::views
