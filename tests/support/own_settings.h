// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace edgewright::test {

inline constexpr const char* OwnSettingsVariable = "EDGEWRIGHT_TEST_SETTINGS";

// Settings and data that are empty, of this process and of those that it starts: what the user of this machine
// has chosen neither shows nor changes, and tests that run at the same time, of this build or of another one,
// do not see each other's. They go with the application that was first to call this.
inline void useOwnSettings() {
    if (qEnvironmentVariableIsEmpty(OwnSettingsVariable)) {
        qputenv(OwnSettingsVariable,
                "edgewright-test-" + QByteArray::number(QCoreApplication::applicationPid()));
        qAddPostRoutine([] {
            for (const QString& each :
                 {QSettings().fileName(), QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)})
                if (QDir folder = QFileInfo(each).dir();
                    folder.dirName() == qEnvironmentVariable(OwnSettingsVariable))
                    folder.removeRecursively();
        });
    }
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(qEnvironmentVariable(OwnSettingsVariable));
    QSettings().clear();
    QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
}

} // namespace edgewright::test
