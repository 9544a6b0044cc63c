// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/scenario/sample_scenario.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace edgewright::views {

QString sampleScenarioFile() {
    const QString name = QStringLiteral("/camera_and_signals.json");
    for (const QString& folder :
         {QCoreApplication::applicationDirPath() + QStringLiteral("/" EDGEWRIGHT_SCENARIOS_INSTALLED),
          QStringLiteral(EDGEWRIGHT_SCENARIOS_IN_SOURCE)})
        if (const QFileInfo file(folder + name); file.exists()) return file.absoluteFilePath();
    return {};
}

} // namespace edgewright::views
