// SPDX-License-Identifier: GPL-3.0-or-later
// The accelerators that this program knows (resources/accelerators/*.json).
#pragma once

#include "core/cost/accelerators/accelerator_json.h"

#include <vector>

namespace edgewright::cost {

const std::vector<NamedAccelerator>& presets(); // in order of their names
// By name, else read from the file of that path. BadInput, with the file and the place in it, for what is neither.
Result<NamedAccelerator> presetOrFile(const std::string& nameOrFile);

} // namespace edgewright::cost
