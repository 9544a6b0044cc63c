// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace edgewright::workbench {

QStringList recentFiles() { return QSettings().value(QStringLiteral("recent")).toStringList(); }

void addRecentFile(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    QSettings stored;
    stored.setValue(QStringLiteral("recent"), files.mid(0, MaxRecent));
    stored.setValue(QStringLiteral("folder"), QFileInfo(path).absolutePath());
}

} // namespace edgewright::workbench
