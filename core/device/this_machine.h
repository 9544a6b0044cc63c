// SPDX-License-Identifier: GPL-3.0-or-later
// Measures a network with an agent: of the machine that this program runs on, or of a board.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/device/record/record.h"
#include "core/exec/executor.h"
#include "core/pipeline/memory/memory_plan.h"
#include "core/pipeline/quantization/improved/quantized_network.h"
#include "core/pipeline/study.h"
#include "core/remote/session.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::device {

struct Task {
    std::string device; // name of the board; empty: this machine
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history;              // null: only variants without fusion
    std::shared_ptr<const pipeline::QuantizedNetwork> quantized; // of `typed`; made where it is missing
    // Plans of the graphs, for variants with reuse; made where they are missing.
    std::shared_ptr<const pipeline::MemoryPlan> planBefore, planAfter, planQuantized;
    pipeline::PlanOptions planning;
    pipeline::Int8Options int8; // how `quantized` is made where it is missing
    pipeline::QuantizationSettings quantization;
    ir::Feeds feeds;
    std::vector<Variant> variants;     // at least one
    std::vector<LeftOut> leftOut = {}; // by complete() (variant_graph.h)
    std::vector<int> processors;       // logical ones that it may run on, from 0 on; empty: all
    measure::Effort effort;
    int profiledRuns = 9; // of each variant, with a clock read after each operator; 0: none
    double profiledQuantile =
        0.5; // that OperatorTime has of them; 0: the fastest, whatever else the machine did
    std::int64_t memoryLimitBytes = exec::RunOptions().memoryLimitBytes; // of one variant
    bool compares = false; // the outputs with those of this machine, which then runs each graph once
};

// Called with news of a measurement that goes on.
struct Listener {
    std::function<void(const Record&)> samples = {};    // all so far, without a profile
    std::function<void(const std::string&)> doing = {}; // what is done instead of measuring; empty: it measures
};

// Measures what complete() makes of the task: samples of all variants in turn, then the profiled runs. What was
// measured when it is stopped is kept (Record::end) once one block is whole.
Result<std::shared_ptr<const Record>> measureWith(remote::Session& session, const Task& task,
                                                  const RunContext& run = {}, const Listener& listener = {});
Result<std::shared_ptr<const Record>> measureHere(const Task& task, const RunContext& run = {},
                                                  const Listener& listener = {});

} // namespace edgewright::device
