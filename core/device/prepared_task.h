// SPDX-License-Identifier: GPL-3.0-or-later
// A task as an agent takes it: what runs as a bundle, and how to run it.
#pragma once

#include "core/base/result.h"
#include "core/bundle/bundle.h"
#include "core/device/operator_times.h"
#include "core/device/this_machine.h"
#include "core/protocol/messages.h"

#include <memory>
#include <vector>

namespace edgewright::device {

struct PreparedTask {
    bundle::Bundle bundle;    // variants of one graph and plan share a program
    protocol::RunOrder order; // without the bundle's digest
    std::vector<Ran> ran;     // by variant
    std::vector<std::shared_ptr<const pipeline::MemoryPlan>> plans; // that the above points into
};

// `task` is complete (variant_graph.h), and must outlive what is made of it.
Result<PreparedTask> prepared(const Task& task, const RunContext& run = {});

} // namespace edgewright::device
