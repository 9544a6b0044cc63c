// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about the operators of a variant that a GPU did, those that this machine did for it, and the copies
// between both.
#pragma once

#include "core/device/record/record.h"

#include <string>
#include <vector>

namespace edgewright::device {

// "fusion: all of its 9 operators ran on the GPU"; each begins with the variant and has no full stop. Empty for
// variants that one device did alone.
std::vector<std::string> placementText(const VariantRecord& record);

} // namespace edgewright::device
