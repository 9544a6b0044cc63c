// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/save_name.h"

#include "views/support/plain_tip.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
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
    const QString typed = dialog.selectedFiles().value(0);
    const QString name = withEnding(typed, filter, ending);
    if (name == typed || !QFileInfo::exists(name)) return name; // else the dialog has asked about another one
    const QString question = QCoreApplication::translate("edgewright::views::SaveName",
                                                         "%1 exists already. Do you want to replace it?");
    const bool replaces =
        QMessageBox::question(parent, title, plainTip(question.arg(QFileInfo(name).fileName()))) ==
        QMessageBox::Yes;
    return replaces ? name : QString();
}

QString withEnding(const QString& name, const QString& filter, const QString& ending) {
    if (name.isEmpty()) return name;
    static const QRegularExpression pattern(QStringLiteral("\\*(\\.[\\w.]+)"));
    for (const QRegularExpressionMatch& each : pattern.globalMatch(filter))
        if (name.endsWith(each.captured(1), Qt::CaseInsensitive)) return name;
    const qsizetype last = ending.lastIndexOf(u'.');
    const bool hasFront = last > 0 && name.endsWith(QStringView(ending).first(last), Qt::CaseInsensitive);
    return name + (hasFront ? ending.sliced(last) : ending);
}

} // namespace edgewright::views
