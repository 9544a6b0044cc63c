// SPDX-License-Identifier: GPL-3.0-or-later
// The open model and all work on it: what stays while the window around it is made anew, in another language.
#pragma once

#include "views/session/session.h"
#include "views/support/selection.h"

#include <QStandardPaths>

namespace edgewright::workbench {

// In the folder of the person's data.
inline QString dataFolder(const QString& name) {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + name;
}

struct Workspace {
    views::JobBoard jobs; // before all that works on its threads
    views::SettingsModel settings;
    views::Selection selection;
    views::Session session{settings,
                           jobs.pool(),
                           &jobs.searches(),
                           &jobs.writes(),
                           {dataFolder(QStringLiteral("/devices")), remote::hostsFile()}};
    views::ViewContext context{selection,        settings,       jobs.pool(),
                               &jobs.searches(), &session.pin(), &session.measurements(),
                               &session.stages()};
};

} // namespace edgewright::workbench
