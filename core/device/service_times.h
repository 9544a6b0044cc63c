// SPDX-License-Identifier: GPL-3.0-or-later
// The times of a network as a scenario of several models needs them (core/scenario).
#pragma once

#include "core/base/result.h"
#include "core/device/record/record.h"
#include "core/scenario/service.h"

namespace edgewright::device {

// Each sample is a run. An operator has the share of it that it has of the medians of the profiled runs, so
// that the operators of a run add up to it: samples are taken without a clock between operators. BadInput,
// naming the model, for a variant without samples or without operators.
Result<scenario::ServiceTimes> serviceTimes(const VariantRecord& record, std::string model);

} // namespace edgewright::device
