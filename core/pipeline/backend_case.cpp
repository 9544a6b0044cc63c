// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/backend_case.h"

#include "core/base/say.h"
#include "core/dataset/tensor_folder.h"
#include "core/onnx/arrays/tensor_file.h"
#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"
#include "core/ops/operator.h"
#include "core/pipeline/provenance.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace edgewright::pipeline {

namespace fs = std::filesystem;

namespace {

// A node with a body is the operators inside.
void collectOperators(const ir::Graph& graph, BackendCase& result) {
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (node.body)
            collectOperators(*node.body, result);
        else
            result.operators.emplace(node.domain, node.op);
        for (const ir::Attribute& attribute : node.attributes)
            if (const auto* inner = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
                inner && *inner)
                collectOperators(**inner, result);
    }
}

void setError(const Error& error, BackendCase& result) {
    (error.code == ErrorCode::Unsupported ? result.missing : result.error) = error.message;
}

constexpr double JpegFloor = 2; // of 255

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

exec::Tolerance toleranceOf(const BackendCase& result, const ir::Graph& graph, ir::DataType coarsest) {
    if (result.tolerance.rule == exec::Tolerance::Rule::Norm) return exec::Tolerance::ofModel(graph, coarsest);
    exec::Tolerance tolerance = exec::Tolerance::elements(coarsest);
    if (result.name.starts_with("test_image_decoder_decode_jpeg_")) tolerance.floor = JpegFloor;
    return tolerance;
}

void runDataSet(const ir::Model& model, const fs::path& set, const exec::RunOptions& options,
                const RunContext& run, BackendCase& result) {
    auto given = dataset::readDataSet(model.graph, set);
    if (!given) {
        setError(given.error(), result);
        return;
    }
    const ops::Inferred inferred = ops::inferTypes(model.graph, model.opsets, given->bindings);
    const std::vector<Provenance> provenance = provenanceOf(inferred.graph);
    const auto begin = std::chrono::steady_clock::now();
    const auto ran = exec::run(inferred.graph, model.opsets, given->feeds, options, run);
    result.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!ran) {
        setError(ran.error(), result);
        return;
    }
    for (std::size_t i = 0; i < ran->outputs.size(); ++i) {
        const ir::Value& value = inferred.graph.value(inferred.graph.outputs[i]);
        if (contradicts(value.type, ran->outputs[i]))
            result.wrongTypes.push_back(say("'{1}' was inferred as {2} but is {3}", value.name,
                                            value.type.text(), ran->outputs[i].type().text()));
        const fs::path file = set / ("output_" + std::to_string(i) + ".pb");
        std::error_code failed;
        if (!fs::exists(file, failed)) continue;
        auto reference = onnx::readTensorFile(file, model.graph.value(model.graph.outputs[i]).type);
        if (!reference) {
            setError(reference.error(), result);
            return;
        }
        const Provenance& from = provenance[inferred.graph.outputs[i].index()];
        exec::Tolerance tolerance = toleranceOf(result, inferred.graph, from.coarsest);
        if (tolerance.limit >= result.tolerance.limit) result.tolerance = tolerance;
        const exec::Difference difference = exec::compare(ran->outputs[i], reference->tensor);
        const ir::TensorType& expected = reference->tensor.type();
        // Where the seed decides the numbers, both may have the same.
        const bool agrees = exec::agrees(difference, expected.dtype, tolerance);
        result.outputs.push_back({value.name, expected, ran->outputs[i].type(), difference, tolerance,
                                  agrees ? std::string() : from.drawnBy});
    }
}

bool isModel(const fs::path& folder, const BackendCase& done) {
    const fs::path kind = folder.parent_path().filename();
    return done.nodes > 1 && kind != "node" && kind != "pytorch-operator";
}

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

// A reference of zero has no relative norm.
std::string normOf(const exec::Difference& difference) {
    return std::isinf(difference.relNorm) ? say("none, as the reference is zero") : number(difference.relNorm);
}

// What would have passed.
std::string limitOf(const BackendCase::Output& output) {
    if (output.tolerance.rule == exec::Tolerance::Rule::Norm || ir::isFloating(output.expected.dtype))
        return say("{1} is allowed", output.tolerance.text());
    return output.tolerance.floor < 1 ? say("they must be equal")
                                      : say("{1} is allowed", number(output.tolerance.floor));
}

} // namespace

std::vector<fs::path> backendCasesBelow(const fs::path& root) {
    std::set<fs::path> found;
    std::error_code failed;
    if (fs::exists(root / "model.onnx", failed)) found.insert(root);
    for (fs::recursive_directory_iterator it(root, failed), end; !failed && it != end; it.increment(failed))
        if (it->path().filename() == "model.onnx") found.insert(it->path().parent_path());
    return {found.begin(), found.end()};
}

std::vector<fs::path> dataSets(const fs::path& folder) { return dataset::dataSetsWith("output_0.pb", folder); }

namespace {

BackendCase runSets(const fs::path& folder, const std::vector<fs::path>& sets, const exec::RunOptions& options,
                    const RunContext& run) {
    BackendCase result;
    result.name = folder.filename().string();
    const auto imported = onnx::importModel(folder / "model.onnx", run);
    if (!imported) {
        setError(imported.error(), result);
        return result;
    }
    collectOperators(imported->model->graph, result);
    result.opsets = imported->model->opsets;
    result.nodes = imported->model->graph.nodeCount();
    if (isModel(folder, result)) result.tolerance = exec::Tolerance::norm(1e-4);
    for (const auto& [domain, name] : result.operators)
        if (const ops::Operator* known = ops::find(domain, name); !known || !known->run)
            result.missing +=
                (result.missing.empty() ? "" : ", ") + (domain.empty() ? "" : domain + ".") + name;
    if (!result.missing.empty()) return result;
    for (const fs::path& set : sets) {
        runDataSet(*imported->model, set, options, run, result);
        if (!result.error.empty() || !result.missing.empty()) return result;
    }
    return result;
}

} // namespace

BackendCase runBackendCase(const fs::path& folder, int threads, const RunContext& run) {
    exec::RunOptions options;
    options.threads = threads;
    return runSets(folder, dataSets(folder), options, run);
}

BackendCase runBackendCase(const fs::path& folder, const fs::path& dataSet, const exec::RunOptions& options,
                           const RunContext& run) {
    return runSets(folder, {dataSet}, options, run);
}

std::string incomparable(const exec::Difference& difference) {
    if (!difference.sameShape) return say("shape or kind of value differ");
    if (difference.nonFinite == 1)
        return say("one element is finite on one side only, at index {1}", difference.where);
    if (difference.nonFinite > 1)
        return say("{1} elements are finite on one side only, the first at index {2}", difference.nonFinite,
                   difference.where);
    if (std::isinf(difference.maxAbs))
        return say("the strings differ, the first at index {1}", difference.where);
    return {};
}

std::string incomparable(const ir::TensorType& actual, const ir::TensorType& expected,
                         const exec::Difference& difference) {
    if (!(actual == expected)) return say("{1} where {2} is expected", actual.text(), expected.text());
    return incomparable(difference);
}

std::string faultOf(const BackendCase& done) {
    if (!done.error.empty()) return done.error;
    for (const BackendCase::Output& output : done.outputs) {
        const exec::Difference& difference = output.difference;
        const std::string reason = incomparable(output.actual, output.expected, difference);
        const std::string text = reason.empty()
                                     ? say("{1}: {2}, largest difference {3} at {4}, relative norm {5}; {6}",
                                           output.name, output.actual.text(), number(difference.maxAbs),
                                           difference.where, normOf(difference), limitOf(output))
                                     : say("{1}: {2}", output.name, reason);
        if (!(output.actual == output.expected)) return text;
        if (output.drawnBy.empty() && !exec::agrees(difference, output.expected.dtype, output.tolerance))
            return text;
    }
    return done.wrongTypes.empty() ? std::string() : done.wrongTypes.front();
}

std::string notCompared(const BackendCase& done) {
    std::string text;
    for (const BackendCase::Output& output : done.outputs) {
        if (output.drawnBy.empty()) continue;
        const std::string why = "'" + output.name + "' " + whyNotCompared(output.drawnBy);
        text = text.empty() ? why : say("{1}; {2}", text, why);
    }
    return text;
}

} // namespace edgewright::pipeline
