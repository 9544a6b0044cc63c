// SPDX-License-Identifier: GPL-3.0-or-later
// The first stages: a file, its graph with types, the fused graph.
#include "core/base/say.h"
#include "core/pipeline/study.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/dataset/tensor_folder.h"
#include "core/ir/footprint.h"
#include "core/onnx/reading/import.h"
#include "core/ops/operator.h"
#include "core/ops/work.h"
#include "core/pipeline/model_file.h"

#include <algorithm>

namespace edgewright::pipeline {

namespace {

// What cannot be read says nothing; of an expression ("past + 1") its names are bound, not it.
ir::Bindings extentsInTestData(const std::filesystem::path& file, const ir::Graph& graph) {
    const ir::Bindings wanted = ops::defaultBindings(graph);
    if (wanted.empty()) return {};
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    const auto sets = dataset::dataSetsWithInputs(folder);
    if (sets.empty()) return {};
    auto extents = dataset::extentsInDataSet(graph, sets.front());
    if (!extents) return {};
    std::erase_if(*extents, [&](const auto& each) { return !wanted.contains(each.first); });
    return *std::move(extents);
}

void count(const ir::Tensor& tensor, Typed& typed, std::optional<std::int64_t> weights = std::nullopt) {
    if (!tensor.hasData()) return; // its extents may say anything
    typed.parameters += weights.value_or(tensor.elements());
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

// By value: the weights in it, where several share an element.
std::vector<std::optional<std::int64_t>> packedWeights(const ir::Graph& graph) {
    std::vector<std::optional<std::int64_t>> packed(graph.valueCount());
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        const ops::Operator* op = ops::find(node.domain, node.op);
        if (!op || !op->packedElements) continue;
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (const ValueId value = node.inputs[i];
                value.valid() && graph.contains(value) && graph.value(value).constant)
                packed[value.index()] = op->packedElements(node, i, graph.value(value).constant->type());
    }
    return packed;
}

// What the file stores: initializers, Constant nodes and what operators hold as attributes, those of subgraphs
// included.
void countParameters(const ir::Graph& graph, Typed& typed) {
    const auto packed = packedWeights(graph);
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        if (const auto& constant = graph.value(ValueId(i)).constant) count(*constant, typed, packed[i]);
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (node.is("Constant")) countConstant(node, typed);
        if (const ops::Operator* op = ops::find(node.domain, node.op); op && op->heldNumbers) {
            const ops::HeldNumbers held = op->heldNumbers(node);
            typed.parameters += held.count;
            typed.parameterBytes += held.bytes;
        }
        for (const ir::Attribute& attribute : node.attributes)
            if (const auto* inner = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
                inner && *inner)
                countParameters(**inner, typed);
    }
}

} // namespace

Result<std::shared_ptr<const Opened>> open(const std::filesystem::path& path, const RunContext& run,
                                           std::int64_t memoryBytes) {
    ASSIGN_OR_RETURN(auto file, modelFile(path));
    onnx::ImportLimits limits;
    limits.memoryBytes = memoryBytes;
    ASSIGN_OR_RETURN(auto imported, onnx::importModel(file, run, limits));
    MemoryBudget memory = imported.memory;
    const std::int64_t typed = ir::footprint(imported.model->graph); // the copy that gets types
    if (!memory.take(typed)) return memory.refusal(say("{1}: a graph with types", file.string()), typed);
    auto opened = std::make_shared<Opened>();
    opened->file = std::move(file);
    std::error_code ignored;
    opened->fileBytes = static_cast<std::int64_t>(std::filesystem::file_size(opened->file, ignored));
    opened->model = imported.model;
    opened->diagnostics = std::move(imported.diagnostics);
    opened->memoryLeft = std::max<std::int64_t>(memory.left(), 1);
    opened->inTestData = extentsInTestData(opened->file, opened->model->graph);
    return std::shared_ptr<const Opened>(std::move(opened));
}

ir::Bindings usualBindings(const Opened& opened, const ir::Bindings& given) {
    ir::Bindings known = given;
    known.insert(opened.inTestData.begin(), opened.inTestData.end());
    std::set<std::string, std::less<>> kept;
    for (const auto& [name, extent] : given)
        kept.insert(name);
    if (!kept.empty()) ops::bindSum(known, kept); // a total of the test data is of its own tokens
    return ops::defaultBindings(opened.model->graph, known);
}

std::shared_ptr<const Typed> type(std::shared_ptr<const Opened> opened, const ir::Bindings& bindings,
                                  bool assume, const RunContext& run) {
    auto typed = std::make_shared<Typed>();
    const ir::Graph& graph = opened->model->graph;
    typed->bindings = bindings;
    if (assume) {
        for (const auto& [symbol, extent] : usualBindings(*opened, bindings))
            if (typed->bindings.emplace(symbol, extent).second) typed->assumed.emplace(symbol, extent);
    }
    ops::InferLimits limits;
    limits.memoryBytes = opened->memoryLeft;
    auto inferred = ops::inferTypes(graph, opened->model->opsets, typed->bindings, run, limits);
    typed->diagnostics = opened->diagnostics;
    typed->diagnostics.insert(typed->diagnostics.end(), inferred.diagnostics.begin(),
                              inferred.diagnostics.end());
    typed->unresolved = std::move(inferred.unresolved);
    countParameters(graph, *typed);
    ops::Work work = ops::workOf(inferred.graph);
    typed->macs = work.macs();
    typed->uncounted = std::move(work.uncounted);
    typed->graph = std::make_shared<const ir::Graph>(std::move(inferred.graph));
    typed->opened = std::move(opened);
    return typed;
}

Result<std::shared_ptr<const fusion::History>> fuse(const Typed& typed, const fusion::Options& options,
                                                    const RunContext& run) {
    ASSIGN_OR_RETURN(auto history, fusion::fuse(*typed.graph, typed.opened->model->opsets, options, run));
    return std::make_shared<const fusion::History>(std::move(history));
}

} // namespace edgewright::pipeline
