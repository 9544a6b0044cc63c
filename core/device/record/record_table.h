// SPDX-License-Identifier: GPL-3.0-or-later
// A measurement as tables.
#pragma once

#include "core/device/record/record.h"
#include "core/table/column.h"

#include <memory>
#include <span>

namespace edgewright::device {

table::Table sampleTable(std::shared_ptr<const Record> record);
table::Table variantTable(const std::shared_ptr<const Record>& record);
// One row for each variant of each record: what was measured when, and where.
table::Table historyTable(std::span<const std::shared_ptr<const Record>> records);

} // namespace edgewright::device
