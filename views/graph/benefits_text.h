// SPDX-License-Identifier: GPL-3.0-or-later
// What fusion saves, in words and numbers.
#pragma once

#include "core/pipeline/benefits.h"
#include "views/support/theme.h"

#include <QString>

namespace edgewright::views {

QString timeText(double seconds); // "1.20 ms", "34.0 µs"
// "fold_batch_norm · saves 1 call · 800 KiB · peak −12.0 KiB · time −3.10 µs"
QString stepText(const fusion::Step& step, const pipeline::StepBenefit& benefit);
// Calls, traffic, peak and time before and after, as a table in rich text.
QString benefitsTable(const pipeline::Benefits& benefits, const Theme& theme);
QString coloured(const QColor& colour, const QString& html);

} // namespace edgewright::views
