// SPDX-License-Identifier: GPL-3.0-or-later
// The times of a scenario's models on this machine, measured as they are served: the one source of page and
// command line.
#pragma once

#include "core/serve/measured_service.h"

#include <cstdint>
#include <optional>
#include <span>

namespace edgewright::device {

struct MeasuredScenario {
    scenario::Scenario scenario; // that was asked for
    std::int64_t cores = 1;      // of this machine
    serve::MeasuredService measured;
    bool isOnFewerCores = false;  // than the scenario has: all models shared those of this machine
    std::optional<double> others; // processors that other programs took meanwhile; nothing: unknown

    bool isDoubtful() const { return others.value_or(0) > MaxOthers; }
    static constexpr double MaxOthers = 0.1;
};

// A scenario that has more cores than this machine is measured on those that are there. Frames of a folder that
// is there are put into batches while that is measured, as in a run; those of a camera are not, whose times are
// its own. BadInput as servedModels(), FrameInputs::open() and serve::measureService(), for a model of more
// threads than this machine has cores among others; Cancelled.
Result<MeasuredScenario> measuredScenario(const scenario::Scenario& scenario,
                                          const serve::ServiceEffort& effort, const RunContext& run = {});
// `models`: of servedModels(), with the inputs of their frames (feedFrames()). Around `runs`, where there are
// some.
Result<MeasuredScenario> measuredScenario(const scenario::Scenario& scenario,
                                          std::span<const serve::ServedModel> models,
                                          const serve::ServiceEffort& effort, const RunContext& run = {},
                                          const serve::RunsAmong& runs = {});

} // namespace edgewright::device
