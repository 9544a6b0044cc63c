// SPDX-License-Identifier: GPL-3.0-or-later
// Times of one chart are shown in one unit.
#pragma once

#include <QString>

namespace edgewright::views {

struct TimeUnit {
    double perSecond;
    QString name;
};

// In which the longest one reads well.
inline TimeUnit timeUnit(double seconds) {
    if (seconds < 1e-3) return {1e6, QStringLiteral("µs")};
    if (seconds < 1) return {1e3, QStringLiteral("ms")};
    return {1, QStringLiteral("s")};
}

} // namespace edgewright::views
