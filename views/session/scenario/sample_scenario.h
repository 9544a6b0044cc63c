// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario that comes with the program, of models that come with it.
#pragma once

#include <QString>

namespace edgewright::views {

QString sampleScenarioFile(); // empty: it is not there

} // namespace edgewright::views
