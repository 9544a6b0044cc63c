// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `plan`, and the planner and order that `run --arena` uses.
#pragma once

#include "app/cli/arguments/field_options.h"
#include "app/cli/arguments/model_arguments.h"
#include "app/cli/table.h"
#include "core/pipeline/memory/memory_plan.h"
#include "core/pipeline/settings/setting_fields.h"

#include <optional>

namespace edgewright::cli {

// Names in the catalogues, and limits of the search.
struct PlannerArguments {
    std::string planner = pipeline::PlanOptions().planner;
    std::string schedule = pipeline::PlanOptions().scheduler;
    FieldOptions<pipeline::Settings> fields{pipeline::memoryFields()};

    // With `all`, that word stands for every planner or scheduler.
    void declare(CLI::App& verb, bool all);
    pipeline::PlanOptions options() const;
};

struct PlanArguments {
    ModelArguments model;
    RuleArguments rules;
    PlannerArguments search;
    std::string instance, tensors;
    std::vector<std::string> outputs;
    TableWords words;               // of the table of `study`
    std::vector<std::string> apart; // nodes and values
    std::vector<std::string> withoutPruning;
    bool fuse = false, int8 = false, sharings = false, study = false;
    bool force = false; // see Outputs
    std::optional<std::int64_t> capacity;
    std::uint64_t seed = 1;

    void declare(CLI::App& verb);
    // Throws CLI::ValidationError for a node or value that the graph lacks.
    memory::LivenessOptions liveness(const ir::Graph& graph) const;
    memory::Prunings prunings() const; // all but withoutPruning
};

} // namespace edgewright::cli
