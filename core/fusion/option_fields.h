// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of fusion options, but for rules, single applications and groups by hand.
#pragma once

#include "core/base/field.h"
#include "core/fusion/fuse.h"

namespace edgewright::fusion {

std::span<const Field<Options>> optionFields();

} // namespace edgewright::fusion
