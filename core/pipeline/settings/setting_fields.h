// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of Settings that belong to no module below: of memory, of checks, of how a whole model is
// quantized. The others: cost/accelerator_fields.h, fusion/option_fields.h, quant/study_fields.h.
#pragma once

#include "core/base/field.h"
#include "core/pipeline/study.h"

namespace edgewright::pipeline {

// Groups of memoryFields() and of quantizationFields().
inline constexpr std::string_view SearchGroup = "search", StorageGroup = "storage";
inline constexpr std::string_view DataGroup = "data", RangesGroup = "ranges", RemediesGroup = "remedies";

std::span<const Field<Settings>> memoryFields(); // of both plans
std::span<const Field<Settings>> checkFields();
std::span<const Field<Int8Options>> int8Fields();
std::span<const Field<QuantizationSettings>> quantizationFields();
std::span<const Field<cost::SpaceChoice>> spaceFields();
std::span<const Field<Settings>> figureFields();
std::span<const Field<ViewState>> viewFields();

} // namespace edgewright::pipeline
