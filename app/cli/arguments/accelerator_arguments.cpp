// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/accelerator_arguments.h"

#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/energy/energy_table.h"
#include "core/cost/limits.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <vector>

namespace edgewright::cli {

namespace {

// Exactly `count` numbers from 1 to `most`, separated by `separator`.
std::optional<std::vector<std::int64_t>> numbers(const std::string& text, char separator, std::size_t count,
                                                 std::int64_t most) {
    std::vector<std::int64_t> result;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::int64_t number = 0;
        const auto parsed = std::from_chars(at, end, number);
        if (parsed.ec != std::errc() || number < 1 || number > most) return std::nullopt;
        result.push_back(number);
        at = parsed.ptr;
        if (at == end) break;
        if (*at++ != separator) return std::nullopt;
    }
    if (result.size() != count) return std::nullopt;
    return result;
}

std::optional<std::vector<std::int64_t>> sidesIn(const std::string& text) {
    return numbers(text, 'x', 2, cost::ArrayLimit);
}
std::optional<std::vector<std::int64_t>> sizesIn(const std::string& text) {
    return numbers(text, ',', 3, cost::SramLimit);
}
std::string arrayProblem(const std::string& text) {
    return sidesIn(text) ? std::string() : say("'{1}': expected ROWSxCOLS, for example 32x32", text);
}
std::string sramProblem(const std::string& text) {
    return sizesIn(text) ? std::string()
                         : say("'{1}': expected IFMAP,FILTER,OFMAP in kB, for example 64,64,64", text);
}

std::string presetNames() {
    std::string names;
    for (const cost::NamedAccelerator& each : cost::presets())
        names += (names.empty() ? "" : ", ") + each.name;
    return names;
}

} // namespace

void AcceleratorArguments::declare(CLI::App& verb) {
    verb.add_option("--accelerator", file, say("A JSON description, or one of {1}", presetNames()))
        ->type_name("FILE.json");
    verb.add_option("--array", array, say("--rows and --cols in one"))
        ->type_name("ROWSxCOLS")
        ->check(arrayProblem);
    verb.add_option("--sram-kb", sram, say("--ifmap-kb, --filter-kb and --ofmap-kb in one"))
        ->type_name("IFMAP,FILTER,OFMAP")
        ->check(sramProblem);
    fields.declare(verb);
}

Result<cost::Accelerator> AcceleratorArguments::accelerator(const cost::Accelerator& base) const {
    cost::Accelerator made = base;
    if (!file.empty()) {
        ASSIGN_OR_RETURN(const auto read, cost::presetOrFile(file));
        made = read.accelerator;
    }
    if (const auto sides = sidesIn(array)) made.setArray(sides->at(0), sides->at(1));
    if (const auto sizes = sizesIn(sram)) {
        made.ifmapKb = sizes->at(0);
        made.filterKb = sizes->at(1);
        made.ofmapKb = sizes->at(2);
    }
    fields.applyTo(made);
    RETURN_IF_ERROR(cost::energyTable(made.energy));
    return made;
}

void AcceleratorArguments::validate(cost::Mode mode) const {
    for (const FieldInfo* field : fields.givenOutside(cost::modeName(mode)))
        throw CLI::ValidationError(optionOf(*field), say("does not count with --mode {1}, only with --mode {2}",
                                                         cost::modeName(mode), field->onlyIn));
}

std::vector<std::string> acceleratorOptions() {
    std::vector<std::string> options{"--accelerator", "--array", "--sram-kb"};
    for (const Field<cost::Accelerator>& field : cost::acceleratorFields())
        options.push_back(optionOf(field));
    return options;
}

std::string idleFields(const cost::Accelerator& accelerator, cost::Mode mode) {
    std::string keys;
    for (const Field<cost::Accelerator>& field : cost::acceleratorFields())
        if (!field.onlyIn.empty() && field.onlyIn != cost::modeName(mode) &&
            field.get(accelerator) != field.get(cost::Accelerator()))
            keys += (keys.empty() ? "" : ", ") + std::string(field.key);
    return keys;
}

std::string WorkloadArguments::expectation() {
    return say("give either MODEL, --study FILE or --topology FILE.csv");
}

void WorkloadArguments::declare(CLI::App& verb) {
    model.declare(verb, false);
    auto* file = verb.add_option("--topology", topology, say("A SCALE-Sim topology CSV instead of a model"));
    file->type_name("FILE.csv");
    auto* flag =
        verb.add_flag("--fuse", fuse, say("Of the fused model: what a group hands over stays on chip"));
    flag->excludes(file);
    verb.add_option(
            "--study", study,
            say("The model of a study, fused, and the accelerator that was chosen for it; what else is said "
                "here comes on top"))
        ->type_name("FILE")
        ->excludes(file);
}

void WorkloadArguments::tell(Outputs& outputs) const {
    outputs.readsModel(model.model);
    outputs.reads(topology);
    outputs.reads(study);
}

Json GivenWorkload::document(const cost::Accelerator& on, const Json& results) const {
    Json document = documentOf(file, bindings,
                               {{"fused", history != nullptr},
                                {"accelerator", cost::acceleratorJson(on)},
                                {"energy_table", cost::energyTableName(on.energy)}});
    document.update(results);
    return document;
}

void GivenWorkload::tellGraph(const Console& console) const {
    if (isTopology) return;
    console.print(
        history ? say("graph  fused, as on the window's page")
                : say("graph  as given, not fused; --fuse costs the fused one, as the window's page does"));
}

Result<GivenWorkload> workloadFrom(Console& console, const WorkloadArguments& arguments,
                                   std::optional<cost::Mode> mode) {
    GivenWorkload given;
    if (!arguments.topology.empty()) {
        ASSIGN_OR_RETURN(given.workload, cost::readTopology(arguments.topology));
        given.file = arguments.topology;
        given.isTopology = true;
    } else {
        ModelArguments model = arguments.model;
        std::optional<pipeline::StudyFile> study;
        if (!arguments.study.empty()) {
            ASSIGN_OR_RETURN(study, readStudyOf(console, arguments.study, model));
        }
        ASSIGN_OR_RETURN(const auto typed, load(console, model, true));
        given.file = typed->opened->file;
        given.bindings = typed->bindings;
        if (study) given.settings = settingsFor(console, arguments.study, *std::move(study), *typed->graph);
        if (arguments.isFused()) {
            const fusion::Options options = given.settings ? given.settings->fusion : fusion::Options();
            auto history = pipeline::fuse(*typed, options, console.run());
            if (!history) return std::move(history).error().within(model.model);
            given.history = *std::move(history);
        }
        given.workload = cost::workloadOf(given.history ? given.history->graph : *typed->graph);
        if (given.settings) given.workload.tilings = given.settings->tilings;
    }
    given.workload.mode = mode.value_or(given.workload.mode);
    return given;
}

} // namespace edgewright::cli
