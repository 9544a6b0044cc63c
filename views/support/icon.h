// SPDX-License-Identifier: GPL-3.0-or-later
// Our own line icons, tinted by the theme.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace edgewright::views {

// `resource` as in ":/icons/graph.svg"; strokes of currentColor take `colour`.
QIcon lineIcon(const QString& resource, const QColor& colour);

} // namespace edgewright::views
