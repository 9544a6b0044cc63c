// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/pipeline/study.h"

#include <memory>
#include <vector>

namespace edgewright::device {

// "probe mobile", "probe dense", "probe attention", "probe tiny": with inferred types; weights are made up.
Result<std::vector<std::shared_ptr<const pipeline::Typed>>> probeNetworks();

} // namespace edgewright::device
