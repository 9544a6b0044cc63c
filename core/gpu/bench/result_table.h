// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of a GPU as tables: what was measured, and which there are.
#pragma once

#include "core/gpu/bench/measure.h"
#include "core/table/column.h"

#include <memory>

namespace edgewright::gpu {

table::Table kernelResultTable(std::shared_ptr<const GpuReport> report);
table::Table kernelListTable();

} // namespace edgewright::gpu
