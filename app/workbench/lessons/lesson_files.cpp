// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/lessons/lesson_files.h"

#include "app/workbench/files/model_memory.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QSettings>
#include <QStandardPaths>

namespace edgewright::workbench {

QString ownLessonsFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/lessons");
}

std::filesystem::path samplesFolder() { return QFileInfo(sampleFiles().value(0)).absolutePath().toStdString(); }

std::vector<std::filesystem::path> lessonFolders() {
    QDir shipped(QCoreApplication::applicationDirPath() + QStringLiteral("/" EDGEWRIGHT_LESSONS_INSTALLED));
    if (!shipped.exists()) shipped.setPath(QStringLiteral(EDGEWRIGHT_LESSONS_IN_SOURCE));
    return lesson::lessonFolders({ownLessonsFolder().toStdString(), shipped.absolutePath().toStdString()});
}

std::vector<std::string> windowLanguages() {
    const QString name = QLocale().name(); // "zh_CN"
    return {name.toStdString(), name.section(QLatin1Char('_'), 0, 0).toStdString()};
}

std::size_t lessonProgress(const std::string& id) {
    return QSettings().value(QStringLiteral("lessons/") + QString::fromStdString(id)).toUInt();
}

void setLessonProgress(const std::string& id, std::size_t steps) {
    QSettings().setValue(QStringLiteral("lessons/") + QString::fromStdString(id), qulonglong(steps));
}

} // namespace edgewright::workbench
