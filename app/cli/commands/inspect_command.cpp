// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/model_arguments.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/storage/mapped_file.h"
#include "core/ops/operator.h"
#include "core/ops/work.h"
#include "core/pipeline/outline.h"
#include "core/pipeline/parameter_use.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli::inspect_command {

namespace {

Json valuesJson(const ir::Graph& graph, const std::vector<ValueId>& ids) {
    Json rows = Json::array();
    for (const ValueId id : ids) {
        const ir::Value& value = graph.value(id);
        rows.push_back({{"name", value.name},
                        {"dtype", ir::dataTypeName(value.type.dtype)},
                        {"shape", shapeJson(value.type)}});
    }
    return rows;
}

std::map<std::string, int> operatorCounts(const ir::Graph& graph) {
    std::map<std::string, int> counts;
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        ++counts[ops::operatorName(node)];
    }
    return counts;
}

Json parameterUseJson(const pipeline::Typed& typed, const pipeline::ParameterUse& use) {
    return {{"used", typed.parameters - use.unused},
            {"unused", use.unused},
            {"unused_bytes", use.unusedBytes},
            {"used_initializers", use.tensors},
            {"equal_initializers", use.copies},
            {"equal_bytes", use.copiedBytes},
            {"needed_bytes", typed.parameterBytes - use.unusedBytes - use.copiedBytes}};
}

// What a file stores in vain; empty where that is next to nothing: small constants are often equal.
std::string wasteText(const pipeline::Typed& typed, const pipeline::ParameterUse& use) {
    constexpr std::int64_t Worth = 100; // a hundredth of the bytes
    std::string text;
    if (use.unused > 0)
        text = say("{1} used, {2} unused", grouped(typed.parameters - use.unused), grouped(use.unused));
    if (use.copiedBytes > 0 && use.copiedBytes >= typed.parameterBytes / Worth)
        text += (text.empty() ? "" : "; ") +
                (use.originals == 1 ? say("{1} of the {2} used are equal to the first, {3}", groups(use.copies),
                                          groups(use.tensors), inQuotes(use.original))
                                    : say("{1} of the {2} used are equal to earlier ones", groups(use.copies),
                                          groups(use.tensors)));
    const std::int64_t needed = typed.parameterBytes - use.unusedBytes - use.copiedBytes;
    return text.empty()
               ? text
               : say("{1} ({2} could be {3})", text, bytesText(typed.parameterBytes), bytesText(needed));
}

void printText(const Console& console, const pipeline::Typed& typed, const std::map<std::string, int>& counts,
               const std::string& macs, const pipeline::ParameterUse& use) {
    const ir::Graph& graph = *typed.graph;
    const ir::Model& model = *typed.opened->model;
    console.print(left(say("nodes"), 14) + grouped(graph.nodeCount()));
    console.print(left(say("parameters"), 14) + grouped(typed.parameters) + " (" +
                  bytesText(typed.parameterBytes) + ")");
    if (const std::string waste = wasteText(typed, use); !waste.empty()) console.print(left("", 14) + waste);
    console.print(left("MACs", 14) + macs);
    console.print(
        left("opset", 14) + std::to_string(model.opset()) + ", IR " + std::to_string(model.irVersion) +
        (model.producerName.empty() ? "" : say(", by {1}", model.producerName + " " + model.producerVersion)));
    for (const ValueId id : graph.inputs)
        console.print(left(say("input"), 14) + graph.value(id).name + "  " + graph.value(id).type.text());
    for (const ValueId id : graph.outputs)
        console.print(left(say("output"), 14) + graph.value(id).name + "  " + graph.value(id).type.text());
    if (!typed.unresolved.empty()) {
        std::string names;
        for (const std::string& name : openDimensions(graph))
            names += (names.empty() ? " (--bind " : ", ") + name + "=N";
        console.print(left(say("open shapes"), 14) +
                      sayCount(groups(typed.unresolved.size()), "{1} value", "{1} values") + names +
                      (names.empty() ? "" : ")"));
    }
    for (const auto& [op, count] : counts)
        console.print("  " + right(std::to_string(count), 5) + "  " + op);
    console.list(typed.diagnostics);
}

// False where a shape is wrong, or numbers are too large to be counted.
bool countable(const pipeline::Typed& typed, const ops::Work& work) {
    const auto wrong = [](const Diagnostic& each) { return each.code == "shape-error"; };
    if (std::ranges::any_of(typed.diagnostics, wrong)) return false;
    if (typed.macs == ops::UncountableMacs) return false;
    constexpr std::int64_t Huge = std::int64_t(1) << 40; // elements, where products may be beyond 64 bits
    const auto isHuge = [](const ir::TensorType& type) {
        const auto elements = type.elements();
        return elements && *elements > Huge;
    };
    return std::ranges::none_of(work.nodes, [&](const ops::NodeWork& node) {
        return node.problem &&
               (std::ranges::any_of(node.inputs, isHuge) || std::ranges::any_of(node.outputs, isHuge));
    });
}

struct InspectArguments {
    ModelArguments model;
    bool modules = false;
};

Result<table::Table> modulesTable(const pipeline::Typed& typed, const RunContext& run) {
    ASSIGN_OR_RETURN(auto found, modules::modulesOf(*typed.graph, run));
    ASSIGN_OR_RETURN(auto rows, pipeline::outlineOf(*typed.graph, found, run));
    return pipeline::outlineTable(std::make_shared<const pipeline::Outline>(pipeline::Outline{
        typed.graph, std::make_shared<const modules::Modules>(std::move(found)), std::move(rows)}));
}

Result<ExitStatus> inspect(Console& console, const InspectArguments& asked) {
    const ModelArguments& arguments = asked.model;
    const ir::Bindings bindings = arguments.bindings();
    ASSIGN_OR_RETURN(const auto opened,
                     pipeline::open(arguments.model, console.run(), arguments.memory.openingBytes()));
    noteUnknownNames(console, opened->model->graph, bindings);
    const auto typed = pipeline::type(withNamedExtents(*opened), bindings, false, console.run());
    const pipeline::Typed& it = *typed;
    const ir::Model& model = *it.opened->model;
    const auto counts = operatorCounts(*it.graph);
    // Arithmetic needs extents: open ones are taken as everywhere else, and said so.
    const auto bound = it.unresolved.empty() ? typed : pipeline::type(it.opened, bindings, true, console.run());
    const pipeline::ParameterUse use = pipeline::parameterUse(model.graph, console.run());
    if (console.run().stopped()) return cancelled();
    table::Table modules;
    if (asked.modules) {
        ASSIGN_OR_RETURN(modules, modulesTable(*bound, console.run()));
    }
    RETURN_IF_ERROR(ir::mappedFilesIntact());
    std::string assumed;
    for (const auto& [symbol, extent] : bound->assumed)
        assumed += (assumed.empty() ? "" : ", ") + symbol + "=" + std::to_string(extent);
    if (!assumed.empty()) assumed = say(" (with {1})", assumed);
    const ops::Work work = ops::workOf(*bound->graph);
    const bool macsKnown = countable(*bound, work);
    Json openLoops = Json::array(); // each counted as one iteration
    for (const NodeId loop : work.openLoops)
        openLoops.push_back(bound->graph->node(loop).label());
    if (!openLoops.empty()) assumed += say(" (with 1 iteration of loops of unknown length)");

    Json opsets = Json::object();
    for (const auto& [domain, version] : model.opsets)
        opsets[domain.empty() ? "ai.onnx" : domain] = version;
    Json unresolved = Json::array();
    for (const ValueId id : it.unresolved)
        unresolved.push_back(it.graph->value(id).name);
    Json ops = Json::object();
    for (const auto& [op, count] : counts)
        ops[op] = count;
    Json document{{"model",
                   {{"file", it.opened->file.filename().string()},
                    {"ir_version", model.irVersion},
                    {"opsets", opsets},
                    {"producer", model.producerName},
                    {"producer_version", model.producerVersion},
                    {"graph", it.graph->name}}},
                  {"nodes", it.graph->nodeCount()},
                  {"ops", ops},
                  {"parameters", it.parameters},
                  {"parameter_bytes", it.parameterBytes},
                  {"parameter_use", parameterUseJson(it, use)},
                  {"macs", macsKnown ? Json(bound->macs) : Json(nullptr)},
                  {"macs_are_lower_bound", macsKnown && !work.uncounted.empty()},
                  {"uncounted", uncountedJson(work.uncounted)},
                  {"assumed", bound->assumed},
                  {"open_loops", openLoops},
                  {"inputs", valuesJson(*it.graph, it.graph->inputs)},
                  {"outputs", valuesJson(*it.graph, it.graph->outputs)},
                  {"unresolved", unresolved},
                  {"open_dimensions", openDimensions(*it.graph)},
                  {"notes", toJson(it.diagnostics)}};
    if (asked.modules) document["modules"] = tableJson(modules);
    console.printJson(document);
    if (asked.modules) printTable(console, modules);
    if (!console.json)
        printText(console, it, counts,
                  (macsKnown ? macsText(bound->macs, work.uncounted) : say("unknown")) + assumed, use);
    const auto wrong = [](const Diagnostic& each) { return each.severity == Severity::Error; };
    return std::ranges::any_of(it.diagnostics, wrong) ? BadInput : Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<InspectArguments>();
    arguments->model.declare(verb);
    verb.add_flag("--modules", arguments->modules, say("List modules and nodes with the sums of each"));
    return [arguments](Console& console) { return inspect(console, *arguments); };
}

} // namespace

extern const Command entry{"inspect", TRANSLATABLE("Verb", "What is in a model file"), declare};

} // namespace edgewright::cli::inspect_command
