// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/model_arguments.h"
#include "core/onnx/export.h"

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
    for (const auto& [name, difference] : outputs)
        result.push_back({{"name", name},
                          {"max_abs", difference.maxAbs},
                          {"max_rel", difference.maxRel},
                          {"rel_norm", difference.relNorm}});
    return result;
}

double largestNorm(const std::vector<pipeline::OutputDifference>& outputs) {
    double worst = 0;
    for (const auto& output : outputs)
        worst = std::max(worst, output.difference.relNorm);
    return worst;
}

int fuse(Console& console, const Arguments& arguments) {
    // Types are wanted as exactly as possible, but open dimensions stay open in the file that is written: only
    // the numeric check and the rules that need extents use the assumed ones.
    const auto typed = load(console, arguments.model, arguments.verify);
    if (!typed) return console.fail(typed.error());
    const auto history = pipeline::fuse(**typed, arguments.rules.options(), console.run());
    if (!history) return console.fail(history.error());
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
    for (const auto& [rule, count] : perRule)
        console.print("  " + left(rule, 24) + right(std::to_string(count.first), 5) + " applied" +
                      right(std::to_string(count.second), 5) + " refused");

    int status = Done;
    if (arguments.verify) {
        const auto check = pipeline::check(**typed, it, arguments.seed, console.run());
        if (!check) return console.fail(check.error());
        document["verify"] = {{"max_abs", (*check)->maxAbs},
                              {"max_rel", (*check)->maxRel},
                              {"seed", arguments.seed},
                              {"outputs", differencesJson((*check)->outputs)},
                              {"codes", differencesJson((*check)->codes)}};
        if (!(*check)->codes.empty())
            console.print("codes  integer operators are " + scientific(largestNorm((*check)->codes)) +
                          " (norm) from float32: other codes next to ties; the check compares with them");
        const double worst = largestNorm((*check)->outputs);
        const bool good = worst <= arguments.tolerance;
        console.print("check  max |difference| " + scientific((*check)->maxAbs) + ", relative (norm) " +
                      scientific(worst) + (good ? "" : "  FAILED"));
        if (!good) status = AnswerIsNo;
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
                    "Write the fused model; groups become functions of standard operators");
    verb.add_flag("--verify", arguments->verify,
                  "Run both graphs on the same seeded inputs and compare the outputs");
    verb.add_option("--seed", arguments->seed, "Seed of the inputs")->capture_default_str();
    verb.add_option("--tolerance", arguments->tolerance,
                    "Largest ||difference|| / ||reference|| that passes --verify")
        ->capture_default_str();
    return [arguments](Console& console) { return fuse(console, *arguments); };
}

} // namespace

extern const Command fuse_command;
const Command fuse_command{"fuse", "Fuse operators, say what was and was not fused and why", declare};

} // namespace edgewright::cli
