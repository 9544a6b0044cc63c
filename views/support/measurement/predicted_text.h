// SPDX-License-Identifier: GPL-3.0-or-later
// A predicted time, in words.
#pragma once

#include "core/cost/processor/processor.h"

#include <QString>

namespace edgewright::views {

// "192 µs (160 µs to 230 µs)": the range of cost::Processor::rangeOf(), where it is told.
QString predictedText(const cost::Processor& processor, double seconds);

} // namespace edgewright::views
