// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the roof of a machine with its agent: of the machine that this program runs on, or of a board.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/device/roof/roof.h"
#include "core/remote/session.h"

#include <functional>
#include <memory>
#include <string>

namespace edgewright::device {

// Called with what is done instead of measuring; empty: it measures.
using RoofListener = std::function<void(const std::string&)>;

// On all threads that there are, unless told. Cancelled when stopped: half a roof is none. Progress is in
// hundredths.
Result<std::shared_ptr<const Roof>> measureRoofWith(remote::Session& session,
                                                    const protocol::RoofOrder& order = {},
                                                    const RunContext& run = {}, const RoofListener& doing = {});
Result<std::shared_ptr<const Roof>> measureRoofHere(const protocol::RoofOrder& order = {},
                                                    const RunContext& run = {}, const RoofListener& doing = {});

} // namespace edgewright::device
