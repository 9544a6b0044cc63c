// SPDX-License-Identifier: GPL-3.0-or-later
// The samples that integers were compared on: what each is, and what float32 and integers take it for.
#pragma once

#include "core/pipeline/quantization/top_counts.h"
#include "core/table/column.h"

#include <memory>
#include <span>

namespace edgewright::pipeline {

// `owner` keeps the samples; null: they live as long as the table.
table::Table sampleTable(std::span<const Int8Sample> samples, std::shared_ptr<const void> owner = {});

} // namespace edgewright::pipeline
