// SPDX-License-Identifier: GPL-3.0-or-later
// Layers with their loop nests, and their cycles, as tables.
#pragma once

#include "core/cost/mapped/mapped_file.h"
#include "core/table/column.h"

#include <memory>
#include <vector>

namespace edgewright::cost::mapped {

// Files have what was read, with a column `cycles` behind the others; people read what was predicted and
// measured.
table::Table mappedTable(std::shared_ptr<const MappedFile> file);
// These rows of the file: what was predicted and measured.
table::Table errorTable(std::shared_ptr<const MappedFile> file, std::vector<std::size_t> rows);

} // namespace edgewright::cost::mapped
