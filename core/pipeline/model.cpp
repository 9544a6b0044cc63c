// SPDX-License-Identifier: GPL-3.0-or-later
// The first stages: a file, its graph with types, the fused graph and the proof by numbers.
#include "core/pipeline/study.h"

#include "core/exec/executor.h"
#include "core/onnx/import.h"

#include <algorithm>
#include <cmath>

namespace edgewright::pipeline {

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
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const auto& constant = graph.value(ValueId(i)).constant;
        if (!constant) continue;
        typed->parameters += constant->elements();
        typed->parameterBytes += constant->type().bytes().value_or(0);
    }
    for (const NodeId node : inferred.graph.order())
        typed->macs += ops::macsOf(inferred.graph, inferred.graph.node(node));
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
    const auto feeds = exec::seededFeeds(*typed.graph, seed);
    if (!feeds) return feeds.error();
    const ir::Opsets& opsets = typed.opened->model->opsets;
    auto before = exec::run(*typed.graph, opsets, *feeds, {}, run);
    if (!before) return std::move(before).error();
    auto after = exec::run(history.graph, opsets, *feeds, {}, run);
    if (!after) return std::move(after).error().within("after fusion");
    auto result = std::make_shared<Check>();
    result->seed = seed;
    for (std::size_t i = 0; i < before->outputs.size(); ++i) {
        OutputDifference output;
        output.name = typed.graph->value(typed.graph->outputs[i]).name;
        output.difference = exec::compare(after->outputs[i], before->outputs[i]);
        result->maxAbs = std::max(result->maxAbs, output.difference.maxAbs);
        result->maxRel = std::max(result->maxRel, output.difference.maxRel);
        result->outputs.push_back(std::move(output));
    }
    return std::shared_ptr<const Check>(std::move(result));
}

} // namespace edgewright::pipeline
