// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise operators as functions of doubles.
#pragma once

#include "core/fusion/rule.h"

#include <cstddef>
#include <optional>

namespace edgewright::fusion {

struct ScalarStep {
    std::size_t operands = 1;
    double (*compute)(const double* in, const double* parameters) = nullptr;
    double parameters[2] = {0, 0};
    bool operator==(const ScalarStep&) const = default;
};

// Empty for an operator that is none of them, or whose numbers are computed at run time. Min and Max of three
// or more have none. Operands beyond `operands` (the bounds of Clip) are in the parameters.
std::optional<ScalarStep> scalarStep(const GraphView& view, const ir::Node& node);

} // namespace edgewright::fusion
