// SPDX-License-Identifier: GPL-3.0-or-later
// Layers in simulated INT8 against float32, as a table.
#pragma once

#include "core/pipeline/quantization/simulation/int8_model.h"
#include "core/table/column.h"

namespace edgewright::pipeline {

// `model` lives as long as the table. `sensitivity`: it was computed.
table::Table int8Table(const Int8Model& model, bool sensitivity);

} // namespace edgewright::pipeline
