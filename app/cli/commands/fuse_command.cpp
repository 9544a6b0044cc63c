// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/difference_report.h"
#include "app/cli/model_arguments.h"
#include "app/cli/targets.h"
#include "core/onnx/export.h"
#include "core/pipeline/backend_case.h"

#include <algorithm>

namespace edgewright::cli {

namespace {

struct Arguments {
    ModelArguments model;
    RuleArguments rules;
    std::string output;
    bool verify = false;
    std::uint64_t seed = 1;
    double tolerance = 1e-3;
};

template <typename Rows>
Json rowsJson(const Rows& rows) {
    Json result = Json::array();
    for (const auto& row : rows)
        result.push_back({{"rule", row.rule}, {"nodes", row.names}, {"reason", row.reason}});
    return result;
}

Json differencesJson(const std::vector<pipeline::OutputDifference>& outputs) {
    Json result = Json::array();
    for (const auto& [name, difference] : outputs) {
        Json row{{"name", name}};
        addDifference(row, difference, pipeline::incomparable(difference));
        result.push_back(std::move(row));
    }
    return result;
}

double largestNorm(const std::vector<pipeline::OutputDifference>& outputs) {
    double worst = 0;
    for (const auto& output : outputs)
        worst = std::max(worst, output.difference.relNorm);
    return worst;
}

// Both graphs on the same inputs. Open dimensions get extents for this alone: the graph that is written keeps
// them open, and so the one that is checked is fused anew.
Result<std::shared_ptr<const pipeline::Check>> verify(Console& console, const Arguments& arguments,
                                                      const pipeline::Typed& open,
                                                      const fusion::History& history) {
    if (open.unresolved.empty()) return pipeline::check(open, history, arguments.seed, console.run());
    const auto typed = typeWith(console, open.opened, arguments.model, true);
    if (!typed) return typed.error();
    const auto fused = pipeline::fuse(**typed, arguments.rules.options(), console.run());
    if (!fused) return fused.error();
    return pipeline::check(**typed, **fused, arguments.seed, console.run());
}

// Adds the check to `document` and prints it; whether all is within the tolerance.
bool reportCheck(const Console& console, const Arguments& arguments, const pipeline::Check& check,
                 Json& document) {
    document["verify"] = {{"max_abs", measureJson(check.maxAbs)},
                          {"max_rel", measureJson(check.maxRel)},
                          {"seed", arguments.seed},
                          {"outputs", differencesJson(check.outputs)},
                          {"codes", differencesJson(check.codes)}};
    if (!check.codes.empty())
        console.print("codes  integer operators are " + normText(largestNorm(check.codes)) +
                      " (norm) from float32: other codes next to ties; the check compares with them");
    bool good = true;
    for (const auto& [name, difference] : check.outputs) {
        if (difference.relNorm <= arguments.tolerance) continue;
        good = false;
        console.print("check  FAILED '" + name +
                      "': " + textOf(difference, pipeline::incomparable(difference)) + "; a relative norm of " +
                      scientific(arguments.tolerance) + " is allowed");
    }
    if (good)
        console.print("check  max |difference| " + scientific(check.maxAbs) + ", relative (norm) " +
                      scientific(largestNorm(check.outputs)));
    return good;
}

int fuse(Console& console, const Arguments& arguments) {
    if (const auto target = checkFileTarget(arguments.output); !target) return console.fail(target.error());
    const auto fail = [&](const Error& error) {
        return console.fail(Error(error).within(arguments.model.model));
    };
    const auto typed = load(console, arguments.model, false);
    if (!typed) return console.fail(typed.error());
    const auto history = pipeline::fuse(**typed, arguments.rules.options(), console.run());
    if (!history) return fail(history.error());
    const fusion::History& it = **history;

    Json document{{"nodes_before", it.base.nodeCount()}, {"nodes_after", it.graph.nodeCount()}};
    std::map<std::string, int> counts;
    for (const NodeId id : it.graph.order())
        ++counts[it.graph.node(id).op];
    document["ops_after"] = Json::object();
    for (const auto& [op, count] : counts)
        document["ops_after"][op] = count;
    document["applied"] = rowsJson(it.steps);
    document["refused"] = rowsJson(it.refusals);

    console.print("nodes  " + std::to_string(it.base.nodeCount()) + " -> " +
                  std::to_string(it.graph.nodeCount()));
    std::map<std::string, std::pair<int, int>> perRule;
    for (const auto& step : it.steps)
        ++perRule[step.rule].first;
    for (const auto& refusal : it.refusals)
        ++perRule[refusal.rule].second;
    std::size_t width = 24;
    for (const auto& [rule, count] : perRule)
        width = std::max(width, rule.size() + 2);
    for (const auto& [rule, count] : perRule)
        console.print("  " + left(rule, width) + right(std::to_string(count.first), 5) + " applied" +
                      right(std::to_string(count.second), 5) + " refused");

    int status = Done;
    if (arguments.verify) {
        const auto check = verify(console, arguments, **typed, it);
        if (!check) return fail(check.error());
        if (!reportCheck(console, arguments, **check, document)) status = AnswerIsNo;
    }
    if (!arguments.output.empty()) {
        const auto written = onnx::exportModel(*(*typed)->opened->model, it.graph, arguments.output);
        if (!written) return console.fail(written.error());
        console.print("wrote  " + arguments.output);
    }
    console.printJson(document);
    return status;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->model.declare(verb);
    arguments->rules.declare(verb);
    verb.add_option("-o,--output", arguments->output,
                    "Write the fused model; groups become functions of standard operators")
        ->type_name("FILE.onnx");
    verb.add_flag("--verify", arguments->verify,
                  "Run both graphs on the same seeded inputs and compare the outputs");
    declareSeed(verb, arguments->seed, "Seed of the inputs");
    nonNegative(verb.add_option("--tolerance", arguments->tolerance,
                                "Largest ||difference|| / ||reference|| that passes --verify")
                    ->capture_default_str()
                    ->type_name("T"));
    return [arguments](Console& console) { return fuse(console, *arguments); };
}

} // namespace

extern const Command fuse_command;
const Command fuse_command{"fuse", "Fuse operators, say what was and was not fused and why", declare};

} // namespace edgewright::cli
