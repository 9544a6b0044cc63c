// SPDX-License-Identifier: GPL-3.0-or-later
// Colours from colours.
#pragma once

#include <QColor>

#include <cmath>

namespace edgewright::views {

// `share` of `over`, the rest of `under`.
inline QColor mixed(const QColor& over, const QColor& under, double share) {
    const auto channel = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return QColor(channel(over.red(), under.red()), channel(over.green(), under.green()),
                  channel(over.blue(), under.blue()));
}

} // namespace edgewright::views
