// SPDX-License-Identifier: GPL-3.0-or-later
// The first stages: a file, its graph with types, the fused graph and the proof by numbers.
#include "core/pipeline/study.h"

#include "core/base/checked.h"
#include "core/exec/executor.h"
#include "core/onnx/import.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::pipeline {

namespace {

void count(const ir::Tensor& tensor, Typed& typed) {
    if (!tensor.hasData()) return; // its extents may say anything
    typed.parameters += tensor.elements();
    typed.parameterBytes += tensor.type().bytes().value_or(0);
}

// A Constant node holds its elements in one attribute, whose kind is up to the exporter.
void countConstant(const ir::Node& node, Typed& typed) {
    const auto add = [&](std::size_t elements, std::int64_t width) {
        typed.parameters += static_cast<std::int64_t>(elements);
        typed.parameterBytes += static_cast<std::int64_t>(elements) * width;
    };
    for (const ir::Attribute& attribute : node.attributes) {
        if (const auto* tensor = std::get_if<ir::Tensor>(&attribute.value))
            count(*tensor, typed);
        else if (std::holds_alternative<std::int64_t>(attribute.value))
            add(1, sizeof(std::int64_t));
        else if (std::holds_alternative<float>(attribute.value))
            add(1, sizeof(float));
        else if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&attribute.value))
            add(ints->size(), sizeof(std::int64_t));
        else if (const auto* floats = std::get_if<std::vector<float>>(&attribute.value))
            add(floats->size(), sizeof(float));
    }
}

// What the file stores: initializers and Constant nodes, those of subgraphs included.
void countParameters(const ir::Graph& graph, Typed& typed) {
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        if (const auto& constant = graph.value(ValueId(i)).constant) count(*constant, typed);
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (node.is("Constant")) countConstant(node, typed);
        for (const ir::Attribute& attribute : node.attributes)
            if (const auto* inner = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
                inner && *inner)
                countParameters(**inner, typed);
    }
}

// How often rules that change codes were applied.
std::ptrdiff_t codeChanges(const fusion::History& history) {
    return std::ranges::count_if(history.steps, [](const fusion::Step& step) {
        const fusion::Rule* rule = fusion::findRule(step.rule);
        return rule && rule->changesCodes;
    });
}

// The graph with the integer operators that `history` made, and as little else of it as possible: rules that
// come before are applied only where those need them.
Result<fusion::History> withIntegers(const Typed& typed, const fusion::History& history,
                                     const RunContext& run) {
    const ir::Opsets& opsets = typed.opened->model->opsets;
    fusion::Options alone, behind;
    bool found = false;
    for (const fusion::Rule* rule : fusion::rules()) {
        if (!rule->changesCodes) alone.without.emplace(rule->name);
        if (found && !rule->changesCodes) behind.without.emplace(rule->name);
        found |= rule->changesCodes;
    }
    auto made = fusion::fuse(*typed.graph, opsets, alone, run);
    if (!made || codeChanges(*made) >= codeChanges(history)) return made;
    return fusion::fuse(*typed.graph, opsets, behind, run);
}

} // namespace

Result<std::shared_ptr<const Opened>> open(const std::filesystem::path& file, const RunContext& run) {
    auto imported = onnx::importModel(file, run);
    if (!imported) return std::move(imported).error();
    auto opened = std::make_shared<Opened>();
    opened->file = file;
    std::error_code ignored;
    opened->fileBytes = static_cast<std::int64_t>(std::filesystem::file_size(file, ignored));
    opened->model = imported->model;
    opened->diagnostics = std::move(imported->diagnostics);
    return std::shared_ptr<const Opened>(std::move(opened));
}

std::shared_ptr<const Typed> type(std::shared_ptr<const Opened> opened, const ops::Bindings& bindings,
                                  bool assume, const RunContext& run) {
    auto typed = std::make_shared<Typed>();
    const ir::Graph& graph = opened->model->graph;
    typed->bindings = bindings;
    if (assume) {
        for (const auto& [symbol, extent] : ops::defaultBindings(graph, bindings))
            if (typed->bindings.emplace(symbol, extent).second) typed->assumed.emplace(symbol, extent);
    }
    auto inferred = ops::inferTypes(graph, opened->model->opsets, typed->bindings, run);
    typed->diagnostics = opened->diagnostics;
    typed->diagnostics.insert(typed->diagnostics.end(), inferred.diagnostics.begin(),
                              inferred.diagnostics.end());
    typed->unresolved = std::move(inferred.unresolved);
    countParameters(graph, *typed);
    for (const NodeId node : inferred.graph.order())
        typed->macs = checkedAdd(typed->macs, ops::macsOf(inferred.graph, inferred.graph.node(node)))
                          .value_or(std::numeric_limits<std::int64_t>::max());
    typed->graph = std::make_shared<const ir::Graph>(std::move(inferred.graph));
    typed->opened = std::move(opened);
    return typed;
}

Result<std::shared_ptr<const fusion::History>> fuse(const Typed& typed, const fusion::Options& options,
                                                    const RunContext& run) {
    auto history = fusion::fuse(*typed.graph, typed.opened->model->opsets, options, run);
    if (!history) return std::move(history).error();
    return std::make_shared<const fusion::History>(std::move(*history));
}

Result<std::shared_ptr<const Check>> check(const Typed& typed, const fusion::History& history,
                                           std::uint64_t seed, const RunContext& run) {
    const auto feeds = exec::seededFeeds(*typed.graph, seed, run);
    if (!feeds) return feeds.error();
    const ir::Opsets& opsets = typed.opened->model->opsets;
    auto before = exec::run(*typed.graph, opsets, *feeds, {}, run);
    if (!before) return std::move(before).error();
    auto result = std::make_shared<Check>();
    result->seed = seed;
    const auto compared = [&](const exec::RunResult& actual, const exec::RunResult& expected) {
        std::vector<OutputDifference> outputs;
        for (std::size_t i = 0; i < expected.outputs.size(); ++i)
            outputs.push_back({typed.graph->value(typed.graph->outputs[i]).name,
                               exec::compare(actual.outputs[i], expected.outputs[i])});
        return outputs;
    };
    if (codeChanges(history) > 0) {
        const auto integers = withIntegers(typed, history, run);
        if (!integers) return integers.error();
        auto codes = exec::run(integers->graph, opsets, *feeds, {}, run);
        if (!codes) return std::move(codes).error().within("with integer operators");
        result->codes = compared(*codes, *before);
        before = std::move(codes);
    }
    auto after = exec::run(history.graph, opsets, *feeds, {}, run);
    if (!after) return std::move(after).error().within("after fusion");
    result->outputs = compared(*after, *before);
    for (const OutputDifference& output : result->outputs) {
        result->maxAbs = std::max(result->maxAbs, output.difference.maxAbs);
        result->maxRel = std::max(result->maxRel, output.difference.maxRel);
    }
    return std::shared_ptr<const Check>(std::move(result));
}

} // namespace edgewright::pipeline
