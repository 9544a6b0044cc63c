// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a quantized model and what became of each, as a table.
#pragma once

#include "core/pipeline/quantization/quantized_report.h"
#include "core/pipeline/quantization/remedies/sensitivity.h"
#include "core/table/column.h"

#include <memory>

namespace edgewright::pipeline {

struct QuantizedRows {
    const QuantizedReport* report = nullptr; // null: no rows
    const quant::QdqGraph* details = nullptr;
    const Sensitivity* sensitivity = nullptr; // null: not computed
};
// `owner` keeps them; null: they live as long as the table.
table::Table quantizedTable(const QuantizedRows& rows, std::shared_ptr<const void> owner = {});

} // namespace edgewright::pipeline
