// SPDX-License-Identifier: GPL-3.0-or-later
// Layers in simulated INT8 against float32, and what classifiers take samples for, as tables.
#pragma once

#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/quantization/simulation/int8_model.h"
#include "core/table/column.h"

#include <memory>
#include <span>

namespace edgewright::pipeline {

// `model` lives as long as the table. `sensitivity`: it was computed.
table::Table int8Table(const Int8Model& model, bool sensitivity);

// `owner` keeps the samples; null: they live as long as the table.
table::Table sampleTable(std::span<const Int8Sample> samples, std::shared_ptr<const void> owner = {});

} // namespace edgewright::pipeline
