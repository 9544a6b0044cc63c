// SPDX-License-Identifier: GPL-3.0-or-later
// Measures programs of a bundle on the machine that this code runs on.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/bundle/bundle.h"
#include "core/protocol/messages.h"

#include <filesystem>
#include <functional>

namespace edgewright::agent {

// Samples of all variants in turn, then the profiled runs, then the outputs against the expected ones. What was
// measured when it is stopped is kept (RunState::end) once one block is whole. `told`: after each block, with
// all blocks so far. `objects`: the folder that generated kernels are loaded from (own_objects.h); empty: a
// variant with any is BadInput.
Result<protocol::RunState> measuredRun(const bundle::Bundle& bundle, const protocol::RunOrder& order,
                                       const RunContext& run = {},
                                       const std::function<void(const protocol::RunState&)>& told = {},
                                       const std::filesystem::path& objects = {});

} // namespace edgewright::agent
