// SPDX-License-Identifier: GPL-3.0-or-later
// Motion between two states of a picture: wanted or not. What is played because somebody pressed Play moves
// anyhow.
#pragma once

#include <QString>

class QWidget;

namespace edgewright::views {

// As chosen in the program, else as the desktop has it; never where the style has none.
bool isMotionWanted(const QWidget& widget);
void setMotionWanted(bool wanted);

// By the files in `folder` that KDE and GTK keep their settings in; true where these say nothing.
bool desktopWantsMotion(const QString& folder);

} // namespace edgewright::views
