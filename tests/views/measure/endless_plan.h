// SPDX-License-Identifier: GPL-3.0-or-later
// A measurement that ends only when it is stopped.
#pragma once

#include "core/device/record/record.h"
#include "core/measure/effort_fields.h"
#include "views/session/measurements.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace edgewright::test {

inline views::MeasurePlan endlessPlan(const std::string& device = {}) {
    views::MeasurePlan plan;
    const auto standard = device::standardVariants();
    std::ranges::copy_if(standard, std::back_inserter(plan.variants),
                         [](const device::Variant& each) { return !each.quantized; });
    plan.effort.uncertainty = 0; // no median is ever known so well
    plan.effort.maxBlocks = measure::MaxBlocks;
    plan.effort.seconds = 86400; // the most that an agent takes
    plan.device = device;
    return plan;
}

} // namespace edgewright::test
