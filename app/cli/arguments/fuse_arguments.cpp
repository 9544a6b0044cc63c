// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/fuse_arguments.h"

#include "app/cli/arguments/checks.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/fusion/upgrade/upgrade.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>

namespace edgewright::cli {

namespace {

std::string skipProblem(const std::string& text) {
    const auto colon = text.find(':');
    return colon == std::string::npos || colon == 0 || colon + 1 == text.size()
               ? say("'{1}': expected RULE:NODE", text)
               : std::string();
}

// The applications of `rule` in which `node` takes part.
void addSites(const std::vector<fusion::Step>& steps, const std::string& rule, NodeId node,
              std::set<fusion::Site>& sites) {
    for (const fusion::Step& step : steps)
        if (step.rule == rule && std::ranges::find(step.site.nodes, node) != step.site.nodes.end())
            sites.insert(step.site);
}

} // namespace

void FuseArguments::declare(CLI::App& verb) {
    model.declare(verb, false);
    rules.declare(verb);
    repeatable(
        verb.add_option("--skip", skips, say("Leave out what this rule would do with this node; repeatable")))
        ->type_name("RULE:NODE")
        ->check(skipProblem);
    repeatable(
        verb.add_option("--group", groups, say("Fuse these nodes into one, before any rule; repeatable")))
        ->type_name("NODE,...");
    options.declare(verb);
    CLI::Option* const opset = verb.get_option("--opset");
    opset->get_validator(0)->active(false); // of the field: files may name later ones
    inRange(opset, 1, fusion::NewestOpset);
    verb.add_option("-o,--output", output,
                    say("Write the fused model; groups become functions of standard operators"))
        ->type_name("FILE.onnx");
    verb.add_option(
            "--device", device,
            say("Predict times for the machine that measure --calibrate wrote this of, not for this one"))
        ->type_name("FILE.json");
    verb.add_option("--study", study, say("Take the model and all that was chosen for it from a study"))
        ->type_name("FILE");
    verb.add_option("--save-study", saveStudy, say("Write the model's path and all that was chosen as a study"))
        ->type_name("FILE");
    Outputs::declareForce(verb, force);
    verb.add_flag("--verify", verify,
                  say("Run both graphs on the same inputs, seeded and from beside the model, and compare"));
    declareSeed(verb, seed, say("Seed of the inputs"));
    inRange(verb.add_option("--seeds", seeds, say("Seeded inputs to compare on: this seed and the next ones"))
                ->capture_default_str(),
            1, 1000);
    nonNegative(
        verb.add_option(
                "--tolerance", tolerance,
                say("Largest ||difference|| / ||reference|| that passes --verify, for every output. Without it "
                    "1e-3; 0.0039 where float16 was computed on the way, 0.031 with bfloat16. What follows "
                    "from "
                    "random numbers is not compared"))
            ->type_name("T"));
}

Result<FuseTask> prepareFusion(Console& console, const FuseArguments& arguments) {
    FuseTask task{nullptr, {}, arguments};
    std::string& model = task.arguments.model.model;
    RETURN_IF_ERROR(arguments.rules.options());
    std::optional<pipeline::StudyFile> study;
    if (!arguments.study.empty()) {
        ASSIGN_OR_RETURN(study, readStudyOf(console, arguments.study, task.arguments.model));
        task.measurements = study->measurements;
    }
    if (model.empty()) throw CLI::ValidationError("MODEL", say("a model is expected, or --study with one"));

    ASSIGN_OR_RETURN(task.typed, load(console, task.arguments.model, false));
    const ir::Graph& graph = *task.typed->graph;
    if (study) {
        task.settings = settingsFor(console, arguments.study, *std::move(study), graph);
    } else {
        task.settings.seed = arguments.seed;
    }
    if (arguments.seed != FuseArguments().seed) task.settings.seed = arguments.seed;
    task.settings.bindings = task.arguments.model.bindings();
    fusion::Options& options = task.settings.fusion;
    RETURN_IF_ERROR(arguments.rules.applyTo(options));
    for (const std::string& group : arguments.groups)
        options.userGroups.push_back(nodesNamed(graph, group, "--group"));
    arguments.options.applyTo(options);
    return task;
}

Result<std::shared_ptr<const fusion::History>> fuseAsAsked(Console& console, FuseTask& task, double& seconds) {
    const auto timed = [&] {
        const auto begin = std::chrono::steady_clock::now();
        auto history = pipeline::fuse(*task.typed, task.settings.fusion, console.run());
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return history;
    };
    auto history = timed();
    if (!history || task.arguments.skips.empty()) return history;
    std::set<fusion::Site>& skipped = task.settings.fusion.skipped;
    for (const std::string& skip : task.arguments.skips) {
        const auto colon = skip.find(':');
        const std::string rule = skip.substr(0, colon), name = skip.substr(colon + 1);
        if (!fusion::findRule(rule))
            throw CLI::ValidationError("--skip", say("no fusion rule is called '{1}'", rule));
        const auto node = task.typed->graph->findNode(name);
        if (!node) throw CLI::ValidationError("--skip", say("the model has no node '{1}'", name));
        const std::size_t before = skipped.size();
        addSites((*history)->steps, rule, *node, skipped);
        addSites((*history)->possible, rule, *node, skipped);
        if (skipped.size() == before)
            console.note(say("note: --skip {1}: the rule does nothing with this node", skip));
    }
    return timed();
}

} // namespace edgewright::cli
