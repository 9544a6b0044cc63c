// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/save_name.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>

namespace edgewright::views {

QString askSaveName(QWidget* parent, const QString& title, const QString& proposal, const QString& filter,
                    const QString& ending) {
    QString start = proposal;
    if (const QString folder = QSettings().value(QStringLiteral("folder")).toString();
        QFileInfo(proposal).isRelative() && !folder.isEmpty())
        start = QDir(folder).filePath(proposal);
    QFileDialog dialog(parent, title, start, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(ending.mid(1)); // so that it asks about the file that is meant
    dialog.selectFile(start);
    if (dialog.exec() != QDialog::Accepted) return {};
    const QString name = dialog.selectedFiles().value(0);
    static const QRegularExpression pattern(QStringLiteral("\\*(\\.[\\w.]+)"));
    for (const QRegularExpressionMatch& each : pattern.globalMatch(filter))
        if (name.endsWith(each.captured(1), Qt::CaseInsensitive)) return name;
    return name.isEmpty() ? name : name + ending;
}

} // namespace edgewright::views
