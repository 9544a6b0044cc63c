// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the tuning tab.
#pragma once

#include "views/session/tuning.h"
#include "views/support/page/page_answer.h"

#include <QString>

#include <string>
#include <vector>

namespace edgewright::views {

QString taskName(const tuner::Tried& tried, std::size_t task); // short enough for a label
QString knobTitle(const std::string& knob);                    // of our own kernels as people read it
QString knobText(const std::vector<tune::Knob>& knobs);        // without what is left to the kernel's own rule
QString fileText(const QString& file);                         // without its folder

// The origin of its figures, a line each: the model or the log, the machine, the settings. `device`: "this
// machine".
QStringList tuningOrigin(const TuningShown& shown, const QString& device);
// The answer of the tab. `device`: "this machine".
PageWords tuningWords(const TuningShown& shown, const QString& device);

} // namespace edgewright::views
