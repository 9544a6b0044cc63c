// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/plan_arguments.h"

#include "app/cli/arguments/checks.h"
#include "app/cli/plan_files.h"
#include "core/base/say.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace edgewright::cli {

namespace {

// What `option` has no use for: neither of the two may stand beside the other.
void exclude(CLI::App& verb, CLI::Option* option, const std::vector<const char*>& others) {
    for (const char* other : others)
        option->excludes(verb.get_option(other));
}

// Lists the catalogue in the help, and refuses what no entry of it is called.
template <typename Entries>
void nameOf(CLI::Option* option, const Entries& entries, bool isPlanner, bool all) {
    std::string names;
    for (const auto* each : entries)
        names += (names.empty() ? "" : ", ") + std::string(each->name);
    const std::string known = (all ? "all, " : "") + names;
    option->description(option->get_description() + " (" + names + ")");
    option->capture_default_str()->type_name(all ? "NAME|all" : "NAME")->check([=](const std::string& name) {
        if (all && name == "all") return std::string();
        for (const auto* each : entries)
            if (each->name == name) return std::string();
        return isPlanner ? say("no planner is called '{1}'; there are: {2}", name, known)
                         : say("no scheduler is called '{1}'; there are: {2}", name, known);
    });
}

} // namespace

void PlannerArguments::declare(CLI::App& verb, bool all) {
    nameOf(verb.add_option("--planner", planner,
                           all ? say("A planner's name, or all") : say("The planner of the arena")),
           memory::planners(), true, all);
    nameOf(verb.add_option("--schedule", schedule,
                           all ? say("In which order the model runs: a scheduler's name, or all")
                               : say("In which order the model runs: a scheduler's name")),
           memory::schedulers(), false, all);
    fields.declare(verb, pipeline::SearchGroup);
}

pipeline::PlanOptions PlannerArguments::options() const {
    pipeline::Settings chosen;
    fields.applyTo(chosen);
    chosen.planner = planner;
    chosen.scheduler = schedule;
    return chosen.plan();
}

void PlanArguments::declare(CLI::App& verb) {
    model.declare(verb, false);
    rules.declare(verb);
    CLI::Option* packing =
        verb.add_option(
                "--instance", instance,
                say("A packing instance instead of a model: MiniMalloc's CSV (id,lower,upper,size and, if "
                    "wanted, alignment,gaps,offset)"))
            ->type_name("FILE.csv");
    search.declare(verb, true);
    declareSeed(verb, seed, say("Seed of the searches"));
    std::string cuts;
    std::vector<std::string> names;
    for (const memory::Pruning& each : memory::prunings()) {
        cuts += "; " + std::string(each.name) + ": " + translated("Word", each.summary);
        names.emplace_back(each.name);
    }
    oneOf(verb.add_option(
                  "--without-pruning", withoutPruning,
                  say("Switch a pruning of the searches off, to see what it is worth: given the time, plans "
                      "stay as good; repeatable{1}",
                      cuts))
              ->take_all()
              ->expected(1),
          names);
    verb.add_flag("--fuse", fuse, say("Plan the fused graph"));
    CLI::Option* quantized = verb.add_flag(
        "--int8", int8, say("Plan the graph in INT8: quantized on what lies beside the model, and fused"));
    search.fields.declare(verb, pipeline::StorageGroup);
    repeatable(
        verb.add_option("--keep-apart", apart,
                        say("The outputs of this node, or this value, share storage with nothing; repeatable")))
        ->type_name("NODE|VALUE");
    verb.add_flag("--sharings", sharings, say("List what shares storage, and why"));
    inRange(
        verb.add_option("--capacity", capacity,
                        say("Bytes: the search ends with the first plan that fits; exit status 1 when none is "
                            "found")),
        0, std::numeric_limits<std::int64_t>::max());
    CLI::Option* table =
        verb.add_flag("--study", study,
                      say("Compare no fusion and no reuse, fusion, reuse, and both: peak, sum, lower bound, "
                          "allocations, operator calls, fragmentation"));
    repeatable(
        verb.add_option(
            "-o,--output", outputs,
            say("Write the best plan, or with --study the table ({1}; .json: everything); repeatable. Of a "
                "plan .json: everything; .csv: an "
                "instance with offsets; .h: macros for C; .bin: for TensorFlow Lite Micro, the contents of "
                "the buffer that the metadata entry \"OfflineMemoryAllocation\" of a .tflite file names "
                "(32-bit words: version, subgraph, number of tensors, offset or -1 for each), so that its "
                "interpreter uses these offsets instead of planning on the device; .tflm.json: the same "
                "with the tensors' names",
                tableFileWords())))
        ->type_name("FILE");
    words.declare(verb, table);
    Outputs::declareForce(verb, force);
    verb.add_option(
            "--tensors", tensors,
            say("For .bin and .tflm.json: the names of the .tflite file's tensors in their order, one a "
                "line; what the plan does not know, such as constants, gets -1. Without it: the model's "
                "inputs, then what its operators write, in the planned order"))
        ->type_name("FILE");
    exclude(verb, packing,
            {"--bind", "--rules", "--with", "--without", "--rule-plugin", "--schedule", "--fuse", "--int8",
             "--no-in-place", "--no-parts", "--sharings", "--inputs", "--outputs", "--weights", "--scratch"});
    exclude(verb, table, {"--fuse", "--int8", "--sharings", "--capacity", "--tensors"});
    exclude(verb, quantized, {"--fuse"});
    verb.final_callback([this] {
        if (model.model.empty() == instance.empty())
            throw CLI::ValidationError(say("give either MODEL or --instance FILE.csv"));
        for (const std::string& file : outputs) {
            if (const std::string problem = planFileProblem(file, study); !problem.empty())
                throw CLI::ValidationError("--output", problem);
            if (study && isStudyTable(file)) words.check(file);
        }
        if (!instance.empty() && study) throw CLI::ValidationError("--study", say("expected a MODEL to study"));
        if (!instance.empty() && !apart.empty())
            throw CLI::ValidationError("--keep-apart",
                                       say("expected a MODEL: nothing shares storage in an instance"));
        for (const auto& [option, given] :
             {std::pair("--rules", &rules.rules), std::pair("--with", &rules.with),
              std::pair("--without", &rules.without), std::pair("--rule-plugin", &rules.plugins)})
            if (!given->empty() && !fuse && !study)
                throw CLI::ValidationError(option,
                                           say("expected --fuse or --study: nothing else applies rules"));
        if (!tensors.empty() && std::ranges::none_of(outputs, isOfflinePlan))
            throw CLI::ValidationError("--tensors",
                                       say("expected -o with a name that ends in .bin or .tflm.json"));
        if (study && (search.planner == "all" || search.schedule == "all"))
            throw CLI::ValidationError("--study", say("expected one planner and one schedule, not all"));
    });
}

memory::LivenessOptions PlanArguments::liveness(const ir::Graph& graph) const {
    memory::LivenessOptions options = search.options().liveness;
    for (const std::string& name : apart) {
        const auto node = graph.findNode(name);
        const auto value = graph.findValue(name);
        if (!node && !value)
            throw CLI::ValidationError("--keep-apart", say("the graph has no node and no value '{1}'", name));
        if (value) options.unshared.insert(*value);
        if (node)
            for (const ValueId output : graph.node(*node).outputs)
                if (output.valid()) options.unshared.insert(output);
    }
    return options;
}

memory::Prunings PlanArguments::prunings() const {
    memory::Prunings prunings;
    for (const std::string& name : withoutPruning)
        prunings.*memory::findPruning(name)->flag = false;
    return prunings;
}

} // namespace edgewright::cli
