// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the result of one cell after the other: each number comes from the stage that the pages show.
#pragma once

#include "core/device/this_machine.h"
#include "core/experiment/outcome.h"
#include "core/experiment/prepared_model.h"
#include "core/pipeline/memory/memory_study.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace edgewright::experiment {

// Measures a task on Task::device: device::measureHere, or what reaches boards.
using Measure =
    std::function<Result<std::shared_ptr<const device::Record>>(const device::Task&, const RunContext&)>;

Outcome failedOutcome(const Cell& cell, std::string error); // of now

// Keeps what the last model needed: cells in the order of cellsOf() open each model once, and quantize and plan
// once for each network. With every cell the reference of its model runs in turn, the baseline in float32 on
// the same machine, so that ratios hold whatever else the machine did, and from one machine to another.
class CellRun {
public:
    // `definition` and `opened` outlive it. A model that is among these is taken from there, else its file is
    // opened.
    CellRun(const Definition& definition, Measure measure, OpenedModels& opened)
        : m_definition(definition), m_measure(std::move(measure)), m_opened(opened) {}

    // Numbers and verdict, where and when, or why not (Outcome::error). `measured`: a result of the same cell
    // on another accelerator, whose measured numbers hold; null: there is none. Fails with Cancelled alone.
    Result<Outcome> outcomeOf(const Cell& cell, const Outcome* measured, const RunContext& run = {});

private:
    Result<Outcome> computed(const Cell& cell, const Outcome* measured, const RunContext& run);
    Result<std::shared_ptr<const pipeline::Opened>> openedOf(const Cell& cell, const RunContext& run);
    Result<const PreparedModel*> modelOf(const Cell& cell, const RunContext& run);
    Result<const PreparedCodes*> codesOf(const Cell& cell, const RunContext& run);
    Result<const pipeline::MemoryStudy::Row*> rowOf(const Cell& cell, const device::Task& task,
                                                    const device::Variant& variant, const RunContext& run);
    Result<void> measureInto(Outcome& outcome, const Cell& cell, device::Task task, const RunContext& run);

    const Definition& m_definition;
    Measure m_measure;
    OpenedModels& m_opened;
    std::pair<std::string, std::string> m_known; // model and size of `m_model`, or of `m_failed`
    std::optional<PreparedModel> m_model;
    std::optional<Error> m_failed;                                                      // why there is none
    std::map<std::string, PreparedCodes> m_codes;                                       // of m_model
    std::map<std::pair<std::string, Configuration>, pipeline::MemoryStudy::Row> m_rows; // of m_model
};

} // namespace edgewright::experiment
