// SPDX-License-Identifier: GPL-3.0-or-later
// A logarithmic scale over positive numbers with marks at 1, 2 and 5, and the bar that explains colours on it.
#pragma once

#include "views/support/theme.h"

#include <QPainter>

#include <functional>
#include <span>
#include <vector>

namespace edgewright::views {

class LogScale {
public:
    // Ends that are not positive and finite, or equal, are moved apart.
    LogScale(double low, double high);
    static LogScale over(std::span<const double> values);
    double low() const { return m_low; }
    double high() const { return m_high; }
    double share(double value) const;            // 0 at the low end, 1 at the high one
    LogScale part(double from, double to) const; // between two shares
    std::vector<double> marks(int most) const;   // rising, within the ends

private:
    double m_low, m_high;
};

// The colour of marks and lines, which unlike cells need contrast to what they lie on.
QColor markColour(const Theme& theme, double share);

// In `rect`, which has room for labels on its right; the low end is below. `name` stands above.
void paintColourBar(QPainter& painter, const QRectF& rect, const LogScale& scale, const QString& name,
                    const std::function<QString(double)>& text, const std::function<QColor(double)>& colour,
                    const Theme& theme);
// The same lying below a picture, colourStripHeight() high: `name` before it, labels below it.
void paintColourStrip(QPainter& painter, const QRectF& rect, const LogScale& scale, const QString& name,
                      const std::function<QString(double)>& text, const std::function<QColor(double)>& colour,
                      const Theme& theme);
double colourStripHeight();

} // namespace edgewright::views
