// SPDX-License-Identifier: GPL-3.0-or-later
// The tables beside that of the stages: the front, what more devices bring, the visits of the frames of a run.
#pragma once

#include "core/relay/tables/stage_table.h"

namespace edgewright::relay {

// One row for each split of the front, of the devices of `shown`. Neither is null.
table::Table frontTable(std::shared_ptr<const SplitShown> shown, std::shared_ptr<const partition::Front> front);
// One row for each number of devices.
table::Table moreDevicesTable(std::shared_ptr<const SplitShown> shown);
// One row for each visit of a frame at a stage; none without a run.
table::Table visitTable(std::shared_ptr<const SplitShown> shown);

} // namespace edgewright::relay
