// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict of a comparison of two variants, in words.
#pragma once

#include "core/measure/statistics.h"

#include <QString>

namespace edgewright::views {

// "12 % less time in pairs of runs (10 to 14 %)", "no difference larger than 2 % in pairs of runs", "too
// noisy to say". The medians of all runs may be further apart, or less: where they stand beside it, they are
// called so.
QString verdictText(const measure::Comparison& comparison);

} // namespace edgewright::views
