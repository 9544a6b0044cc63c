// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of measuring: the rules that Measure judges by, which need no run, and the measurement that was taken.
#pragma once

#include "core/lesson/facts.h"

namespace edgewright::lesson {

std::span<const Fact> measuringFacts(); // facts() has them

// A measurement with each verdict, and none: a question that holds for all of them holds for everybody's.
std::vector<Measured> measurementsOfEachVerdict();

} // namespace edgewright::lesson
