// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of SplitTask that a person decides.
#pragma once

#include "core/base/field.h"
#include "core/device/stages/split_run.h"

namespace edgewright::device {

inline constexpr std::int64_t MaxSplitFrames = 10'000'000;

std::span<const Field<SplitTask>> splitFields();

} // namespace edgewright::device
