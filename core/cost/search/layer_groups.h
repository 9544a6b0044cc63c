// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a workload that have the same tilings: one search is for all of them.
#pragma once

#include "core/cost/workload.h"

#include <vector>

namespace edgewright::cost::search {

// Places in workload.layers of layers on the array that differ in names and nodes alone, each group in order,
// groups by their first layer. With `name` those with a layer of that name; BadInput, with names that there
// are, where none has it.
std::vector<std::vector<std::size_t>> layerGroups(const Workload& workload);
Result<std::vector<std::vector<std::size_t>>> layerGroups(const Workload& workload, const std::string& name);

} // namespace edgewright::cost::search
