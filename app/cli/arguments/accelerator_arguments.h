// SPDX-License-Identifier: GPL-3.0-or-later
// The accelerator and its work, as verbs take them: a description of the one; a model, as it is or fused, a
// study, or a topology for the other.
#pragma once

#include "app/cli/arguments/field_options.h"
#include "app/cli/arguments/model_arguments.h"
#include "app/cli/console.h"
#include "core/base/result.h"
#include "core/cost/accelerator_fields.h"
#include "core/cost/workload.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::cli {

class Outputs;

struct AcceleratorArguments {
    std::string file;        // a preset's name or a file
    std::string array, sram; // several fields in one: empty, or as declare() has checked them
    FieldOptions<cost::Accelerator> fields{cost::acceleratorFields()};

    void declare(CLI::App& verb);
    // Throws CLI::ValidationError for an option that does not count in this mode.
    void validate(cost::Mode mode) const;
    // `base`, or the file in its place; then what the command line says.
    Result<cost::Accelerator> accelerator(const cost::Accelerator& base = {}) const;
};

// Every option that describes the array.
std::vector<std::string> acceleratorOptions();
// "arrays, resident_kb": fields, of a file or a study, that are not as usual and do not count in this mode;
// empty: there are none.
std::string idleFields(const cost::Accelerator& accelerator, cost::Mode mode);

struct WorkloadArguments {
    ModelArguments model;
    std::string topology, study;
    bool fuse = false;

    static std::string expectation(); // "give either MODEL, ..."
    void declare(CLI::App& verb);
    bool isModel() const { return !model.model.empty() || !study.empty(); }
    bool isFused() const { return fuse || !study.empty(); }
    bool isOne() const { return isModel() == topology.empty(); } // else both or neither are given
    void tell(Outputs& outputs) const;                           // what is read
};

struct GivenWorkload {
    std::filesystem::path file; // of the model, or the topology
    ir::Bindings bindings;      // of the model
    cost::Workload workload;
    std::shared_ptr<const fusion::History> history; // of the model where it is fused; else null
    bool isTopology = false;
    std::optional<pipeline::Settings> settings; // of the study

    // Results on this accelerator, behind what they are of and by which energies.
    Json document(const cost::Accelerator& on, const Json& results) const;
    void tellGraph(const Console& console) const; // which one is costed; nothing of a topology
    cost::Accelerator accelerator() const { return settings ? settings->accelerator : cost::Accelerator(); }
};
// By the rules of `mode`, or those usual for a model or a topology.
Result<GivenWorkload> workloadFrom(Console& console, const WorkloadArguments& arguments,
                                   std::optional<cost::Mode> mode);

} // namespace edgewright::cli
