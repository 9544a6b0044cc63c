// SPDX-License-Identifier: GPL-3.0-or-later
// The `activations`, `activation_alpha` and `activation_beta` attributes of recurrent operators.
#pragma once

#include "core/ops/recurrent/recurrent.h"

namespace edgewright::ops {

// `defaults` repeated for each direction, unless the node names its own.
Result<std::vector<GateActivation>> gateActivations(const ir::Node& node, std::vector<std::string> defaults,
                                                    std::size_t directions);

} // namespace edgewright::ops
