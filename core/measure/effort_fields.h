// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of Effort: how long a measurement takes, and how well medians are known after it.
#pragma once

#include "core/base/field.h"
#include "core/measure/sampling.h"

namespace edgewright::measure {

inline constexpr std::string_view EndGroup = "end"; // the fields that a person decides by when it is enough
inline constexpr std::int64_t MaxBlocks = 1'000'000;

std::span<const Field<Effort>> effortFields();

} // namespace edgewright::measure
