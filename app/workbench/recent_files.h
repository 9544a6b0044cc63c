// SPDX-License-Identifier: GPL-3.0-or-later
// The models and studies that were opened last, the newest first, kept in the settings of the program.
#pragma once

#include <QStringList>

namespace edgewright::workbench {

inline constexpr qsizetype MaxRecent = 10; // files

QStringList recentFiles();
void addRecentFile(const QString& file); // its folder is where the next one is looked for

} // namespace edgewright::workbench
