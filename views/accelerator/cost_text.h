// SPDX-License-Identifier: GPL-3.0-or-later
// Words for costs that more than one part of the page uses.
#pragma once

#include "core/cost/accelerator.h"

#include <QString>

namespace edgewright::views {

QString dataflowTitle(cost::Dataflow dataflow); // "Weight stationary"
QString energyText(double picojoules);          // "1.23 mJ"

} // namespace edgewright::views
