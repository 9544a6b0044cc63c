// SPDX-License-Identifier: GPL-3.0-or-later
// The times of a network's operators on a machine, as a split over several devices needs them.
#pragma once

#include "core/device/record/record.h"
#include "core/partition/problem.h"

#include <span>

namespace edgewright::device {

// Without its link: seconds of each step, which is a node of the variant's graph; a step that did not run takes
// no time. They add up to the median of the samples, which are taken without a clock between operators.
// `processors`: that it may run on, empty for all; where they are more than the variant's threads, it computes
// while it sends and receives. BadInput for a variant without samples or without operators.
Result<partition::PlannedDevice> stageDevice(const Record& record, const VariantRecord& variant,
                                             std::string name, std::span<const NodeId> steps,
                                             std::span<const int> processors = {});

} // namespace edgewright::device
