// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/model_arguments.h"
#include "app/cli/targets.h"
#include "core/memory/csv.h"
#include "core/memory/planner.h"
#include "core/memory/verify.h"

#include <chrono>
#include <fstream>
#include <limits>
#include <optional>

namespace edgewright::cli {

namespace {

struct Arguments {
    ModelArguments model;
    RuleArguments rules;
    std::string instance, planner = "greedy_by_size", output;
    bool fuse = false, noInPlace = false;
    std::int64_t alignment = 64;
    std::optional<std::int64_t> capacity;
    double timeLimit = 10;
};

struct Outcome {
    const memory::Planner* planner;
    memory::Solution solution;
    double seconds;
    memory::Verdict verdict;
};

Result<memory::Problem> problemFrom(Console& console, const Arguments& arguments) {
    const auto fusionOptions = arguments.rules.options();
    if (!fusionOptions) return fusionOptions.error();
    if (!arguments.instance.empty()) return memory::readInstance(arguments.instance);
    const auto typed = load(console, arguments.model, true);
    if (!typed) return typed.error();
    const memory::LivenessOptions options{arguments.alignment, !arguments.noInPlace};
    memory::Liveness liveness;
    if (arguments.fuse) {
        const auto history = pipeline::fuse(**typed, *fusionOptions, console.run());
        if (!history) return Error(history.error()).within(arguments.model.model);
        liveness = memory::liveness((*history)->graph, options);
    } else {
        liveness = memory::liveness(*(*typed)->graph, options);
    }
    console.list(liveness.skipped);
    return std::move(liveness.problem);
}

Result<void> write(const std::string& file, const memory::Problem& problem, const Outcome& outcome,
                   const Json& document) {
    std::ofstream stream(file, std::ios::binary);
    if (file.ends_with(".csv")) {
        stream << memory::toCsv(problem, outcome.solution);
    } else if (file.ends_with(".h")) {
        stream << memory::toCHeader(problem, outcome.solution, std::filesystem::path(file).stem().string());
    } else {
        Json plan = document;
        plan["planner"] = outcome.planner->name;
        plan["arena_bytes"] = outcome.solution.peak;
        plan["offsets"] = Json::array();
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            const memory::Buffer& buffer = problem.buffers[i];
            plan["offsets"].push_back({{"name", buffer.name},
                                       {"offset", outcome.solution.offsets[i]},
                                       {"size", buffer.size},
                                       {"lower", buffer.lower},
                                       {"upper", buffer.upper}});
        }
        stream << plan.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    }
    stream.close();
    if (!stream) return edgewright::badInput(file + ": cannot be written");
    return {};
}

int plan(Console& console, const Arguments& arguments) {
    if (const auto target = checkFileTarget(arguments.output); !target) return console.fail(target.error());
    auto problem = problemFrom(console, arguments);
    if (!problem) return console.fail(problem.error());
    if (arguments.capacity) problem->capacity = arguments.capacity;

    std::vector<Outcome> outcomes;
    for (const memory::Planner* planner : memory::planners()) {
        if (arguments.planner != "all" && planner->name != arguments.planner) continue;
        const auto start = std::chrono::steady_clock::now();
        auto solution = planner->solve(*problem, {arguments.timeLimit}, console.run());
        if (!solution) return console.fail(solution.error());
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const memory::Verdict verdict = memory::verify(*problem, *solution);
        outcomes.push_back({planner, std::move(*solution), seconds, verdict});
    }
    const std::int64_t bound = memory::lowerBound(*problem);
    const std::int64_t sum = memory::sumOfSizes(*problem);
    Json document{{"buffers", problem->buffers.size()},
                  {"naive", sum},
                  {"lower_bound", bound},
                  {"results", Json::array()}};
    console.print(left("buffers", 20) + std::to_string(problem->buffers.size()));
    console.print(left("no reuse", 20) + bytesText(sum));
    console.print(left("lower bound", 20) + bytesText(bound));
    const Outcome* best = nullptr;
    bool legal = true;
    for (const Outcome& outcome : outcomes) {
        document["results"].push_back({{"planner", outcome.planner->name},
                                       {"schedule", "given"},
                                       {"peak", outcome.solution.peak},
                                       {"optimal", outcome.solution.peak == bound},
                                       {"seconds", outcome.seconds},
                                       {"verified", outcome.verdict.legal}});
        console.print(
            left(std::string(outcome.planner->name), 20) + left(bytesText(outcome.solution.peak), 12) +
            fixed(bound > 0 ? static_cast<double>(outcome.solution.peak) / static_cast<double>(bound) : 1, 3) +
            " x lower bound, " + (outcome.verdict.legal ? "verified" : outcome.verdict.reason));
        legal = legal && outcome.verdict.legal;
        if (!best || outcome.solution.peak < best->solution.peak) best = &outcome;
    }
    if (!arguments.output.empty() && best)
        if (const auto written = write(arguments.output, *problem, *best, document); !written)
            return console.fail(written.error());
    console.printJson(document);
    if (!legal) return console.fail(internalError("a planner made an illegal plan"));
    if (problem->capacity && best && best->solution.peak > *problem->capacity) {
        console.note("does not fit: " + std::to_string(best->solution.peak) + " bytes needed, capacity " +
                     std::to_string(*problem->capacity));
        return AnswerIsNo;
    }
    return Done;
}

std::string plannerProblem(const std::string& name) {
    if (name == "all" || memory::findPlanner(name)) return {};
    std::string known = "all";
    for (const memory::Planner* planner : memory::planners())
        known += ", " + std::string(planner->name);
    return "no planner is called '" + name + "'; there are: " + known;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->model.declare(verb, false);
    arguments->rules.declare(verb);
    verb.add_option("--instance", arguments->instance,
                    "A packing instance instead of a model (id,lower,upper,size)")
        ->type_name("FILE.csv");
    verb.add_option("--planner", arguments->planner, "A planner's name, or all")
        ->capture_default_str()
        ->type_name("NAME")
        ->check(plannerProblem);
    verb.add_flag("--fuse", arguments->fuse, "Plan the fused graph");
    verb.add_flag("--no-in-place", arguments->noInPlace,
                  "Views and element-wise operators get buffers of their own");
    inRange(verb.add_option("--alignment", arguments->alignment, "Bytes")->capture_default_str(), 1, 1 << 20);
    inRange(
        verb.add_option("--capacity", arguments->capacity, "Bytes; exit status 1 when the best plan is larger"),
        0, std::numeric_limits<std::int64_t>::max());
    nonNegative(verb.add_option("--time-limit", arguments->timeLimit, "Seconds per planner")
                    ->capture_default_str()
                    ->type_name("S"));
    verb.add_option("-o,--output", arguments->output, "Write the best plan: .json, .csv or .h")
        ->type_name("FILE")
        ->check([](const std::string& file) {
            const bool known = file.ends_with(".json") || file.ends_with(".csv") || file.ends_with(".h");
            return known ? std::string() : "expected a name that ends in .json, .csv or .h";
        });
    verb.final_callback([arguments] {
        if (arguments->model.model.empty() == arguments->instance.empty())
            throw CLI::ValidationError("give either MODEL or --instance FILE.csv");
    });
    return [arguments](Console& console) { return plan(console, *arguments); };
}

} // namespace

extern const Command plan_command;
const Command plan_command{"plan", "Plan the activation memory", declare};

} // namespace edgewright::cli
