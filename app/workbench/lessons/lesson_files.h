// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons that there are, shipped ones and a person's own, and how far each was followed.
#pragma once

#include "core/lesson/lesson.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <vector>

namespace edgewright::workbench {

QString ownLessonsFolder(); // of the person; there or not
std::filesystem::path samplesFolder();
// Their folders, a person's own in the place of shipped ones of the same name.
std::vector<std::filesystem::path> lessonFolders();

// Names of languages in the order of the window's: "zh_CN", "en".
std::vector<std::string> windowLanguages();

// Steps of a lesson that were told; as many as it has: all of it.
std::size_t lessonProgress(const std::string& id);
void setLessonProgress(const std::string& id, std::size_t steps);

} // namespace edgewright::workbench
