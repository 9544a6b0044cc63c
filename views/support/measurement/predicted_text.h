// SPDX-License-Identifier: GPL-3.0-or-later
// A predicted time, in words.
#pragma once

#include "core/cost/processor/processor.h"

#include <QString>

namespace edgewright::views {

// "192 µs (160 µs to 230 µs), from a probe under load": the range of cost::Processor::rangeOf(), where it is
// told.
QString predictedText(const cost::Processor& processor, double seconds);
// "≈ 5 % less time", "less time", "about the same time": cost::Processor::changeOf().
QString predictedChangeText(const cost::Processor& processor, double before, double after);

} // namespace edgewright::views
