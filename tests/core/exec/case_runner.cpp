// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/exec/case_runner.h"

#include "core/exec/executor.h"
#include "core/onnx/import.h"
#include "core/onnx/tensor_file.h"
#include "core/ops/infer.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace edgewright::test {

namespace fs = std::filesystem;

namespace {

void collectUnknown(const ir::Graph& graph, std::set<std::string>& unknown) {
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        const ops::Operator* op = ops::find(node.domain, node.op);
        if (node.body)
            collectUnknown(*node.body, unknown);
        else if (!op || !op->run)
            unknown.insert((node.domain.empty() ? "" : node.domain + ".") + node.op);
        for (const ir::Attribute& attribute : node.attributes)
            if (const auto* inner = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
                inner && *inner)
                collectUnknown(**inner, unknown);
    }
}

struct Given {
    exec::Feeds feeds;
    ops::Bindings bindings;
    std::set<std::string> ambiguous;
};

// Symbols get the extents of the tensors that are given for them. Some files name every open extent "?": such a
// symbol stands for different extents and is left open.
void bindSymbols(const ir::Value& value, const ir::Tensor& tensor, Given& given) {
    if (!tensor.isTensor() || !value.type.shape || value.type.shape->size() != tensor.dims().size()) return;
    for (std::size_t axis = 0; axis < tensor.dims().size(); ++axis) {
        const ir::Dim& dim = (*value.type.shape)[axis];
        if (dim.known()) continue;
        const std::string key = dim.symbol().empty() ? value.name + "#" + std::to_string(axis) : dim.symbol();
        const auto [entry, added] = given.bindings.emplace(key, tensor.dims()[axis]);
        if (!added && entry->second != tensor.dims()[axis]) given.ambiguous.insert(key);
    }
}

Result<Given> readInputs(const ir::Graph& graph, const fs::path& set) {
    Given given;
    for (std::size_t i = 0; fs::exists(set / ("input_" + std::to_string(i) + ".pb")); ++i) {
        const ir::TensorType wanted =
            i < graph.inputs.size() ? graph.value(graph.inputs[i]).type : ir::TensorType();
        auto read = onnx::readTensorFile(set / ("input_" + std::to_string(i) + ".pb"), wanted);
        if (!read) return std::move(read).error();
        const auto byName = read->name.empty() ? std::nullopt : graph.findValue(read->name);
        if (!byName && i >= graph.inputs.size())
            return badInput("input_" + std::to_string(i) + ".pb has no input");
        const ValueId id = byName ? *byName : graph.inputs[i];
        bindSymbols(graph.value(id), read->tensor, given);
        given.feeds.insert_or_assign(id, std::move(read->tensor));
    }
    for (const std::string& key : given.ambiguous)
        given.bindings.erase(key);
    return given;
}

// Element types newer than ours are a limit, not a fault.
void setError(const Error& error, CaseResult& result) {
    const bool limit =
        error.code == ErrorCode::Unsupported || error.message.find("names no known type") != std::string::npos;
    (limit ? result.missing : result.error) = error.message;
}

bool contradicts(const ir::TensorType& inferred, const ir::Tensor& actual) {
    if (inferred.dtype != ir::DataType::Undefined && inferred.dtype != actual.dtype()) return true;
    if (inferred == ir::TensorType()) return false;
    if (inferred.container != actual.container()) return true;
    if (!actual.isTensor()) {
        ir::TensorType inner = inferred;
        inner.container = inferred.container == ir::Container::OptionalSequence ? ir::Container::Sequence
                                                                                 : ir::Container::Tensor;
        return std::ranges::any_of(actual.items(),
                                   [&](const ir::Tensor& item) { return contradicts(inner, item); });
    }
    if (!inferred.shape) return false;
    if (inferred.shape->size() != actual.dims().size()) return true;
    for (std::size_t i = 0; i < actual.dims().size(); ++i)
        if ((*inferred.shape)[i].known() && (*inferred.shape)[i].value() != actual.dims()[i]) return true;
    return false;
}

void runDataSet(const ir::Model& model, const fs::path& set, int threads, CaseResult& result) {
    auto given = readInputs(model.graph, set);
    if (!given) {
        setError(given.error(), result);
        return;
    }
    const ops::Inferred inferred = ops::inferTypes(model.graph, model.opsets, given->bindings);
    exec::RunOptions options;
    options.threads = threads;
    const auto begin = std::chrono::steady_clock::now();
    const auto ran = exec::run(inferred.graph, model.opsets, given->feeds, options);
    result.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!ran) {
        setError(ran.error(), result);
        return;
    }
    for (std::size_t i = 0; i < ran->outputs.size(); ++i) {
        const ir::Value& value = inferred.graph.value(inferred.graph.outputs[i]);
        if (contradicts(value.type, ran->outputs[i]))
            result.wrongTypes.push_back("'" + value.name + "' was inferred as " + value.type.text() +
                                        " but is " + ran->outputs[i].type().text());
        const fs::path file = set / ("output_" + std::to_string(i) + ".pb");
        if (!fs::exists(file)) continue;
        auto reference = onnx::readTensorFile(file, model.graph.value(model.graph.outputs[i]).type);
        if (!reference) {
            setError(reference.error(), result);
            return;
        }
        result.outputs.push_back({value.name, reference->tensor.type(), ran->outputs[i].type(),
                                  exec::compare(ran->outputs[i], reference->tensor)});
    }
}

} // namespace

std::vector<fs::path> dataSets(const fs::path& folder) {
    std::vector<fs::path> sets;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.is_directory() && entry.path().filename().string().starts_with("test_data_set_") &&
            fs::exists(entry.path() / "output_0.pb"))
            sets.push_back(entry.path());
    std::ranges::sort(sets);
    return sets;
}

CaseResult runCase(const fs::path& folder, int threads) {
    CaseResult result;
    const auto imported = onnx::importModel(folder / "model.onnx");
    if (!imported) {
        result.error = imported.error().message;
        return result;
    }
    std::set<std::string> unknown;
    collectUnknown(imported->model->graph, unknown);
    for (const std::string& name : unknown)
        result.missing += (result.missing.empty() ? "" : ", ") + name;
    if (!unknown.empty()) return result;
    for (const fs::path& set : dataSets(folder)) {
        runDataSet(*imported->model, set, threads, result);
        if (!result.error.empty() || !result.missing.empty()) return result;
    }
    return result;
}

} // namespace edgewright::test
