// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor of a plan in words, for the card beside the pointer. Rich text.
#pragma once

#include "views/memory/chart/plan_side.h"

namespace edgewright::views {

// The same in short, as plain text: name, kind and bytes, and the steps in which it is alive.
QString lifeText(const PlanSide& side, LifeId id);
// Name, shape, type, bytes, life, offset, producer, consumers, and what it shares its bytes with, and why.
QString lifeCard(const PlanSide& side, LifeId id);
QString linkCard(const PlanSide& side, const Link& link);
// "Lifetimes of 84 tensors in 60 buffers ...": for people who do not see the chart.
QString spokenSummary(const PlanSide& side);

} // namespace edgewright::views
