// SPDX-License-Identifier: GPL-3.0-or-later
// The savings of fusion, in words and numbers.
#pragma once

#include "core/device/record/record.h"
#include "core/pipeline/history/benefits.h"
#include "core/pipeline/memory/memory_plan.h"
#include "views/support/theme.h"

#include <QString>

#include <memory>

namespace edgewright::views {

// "saves 1 call · 800 KiB · alive at once −12.0 KiB · predicted slower by 3.10 µs"
QString stepText(const pipeline::StepBenefit& benefit);

// "2 tensors have no full shape and count as empty.": beside traffic. Empty where all have one.
QString unsizedText(const pipeline::Benefits& benefits);

// Calls, traffic, arena, bytes alive at once and time before and after, as a table in rich text. The arena is
// that of the plans of the memory page; without both there is none. `measured` may be null.
QString benefitsTable(const pipeline::Benefits& benefits, const pipeline::MemoryPlan* before,
                      const pipeline::MemoryPlan* after, const std::shared_ptr<const device::Record>& measured,
                      const Theme& theme);
QString coloured(const QColor& colour, const QString& html);

} // namespace edgewright::views
