// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/feed_files.h"

#include "app/cli/image_file.h"
#include "core/onnx/tensor_file.h"

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

const ir::Value* inputNamed(const ir::Graph& graph, const std::string& name) {
    for (const ValueId id : graph.inputs)
        if (graph.value(id).name == name) return &graph.value(id);
    return nullptr;
}

Result<void> take(const ir::Graph& graph, const std::string& name, ir::Tensor tensor, FeedFiles& files) {
    const ir::Value* input = inputNamed(graph, name);
    if (!input) {
        std::string known;
        for (const ValueId id : graph.inputs)
            known += (known.empty() ? "'" : ", '") + graph.value(id).name + "'";
        return edgewright::badInput("the model has no input '" + name + "'; it has " +
                                    (known.empty() ? "none" : known));
    }
    if (tensor.isTensor() && input->type.shape && input->type.shape->size() == tensor.dims().size()) {
        for (std::size_t axis = 0; axis < tensor.dims().size(); ++axis) {
            const ir::Dim& dim = (*input->type.shape)[axis];
            if (dim.known()) continue;
            const std::string key = dim.symbol().empty() ? name + "#" + std::to_string(axis) : dim.symbol();
            files.bindings.emplace(key, tensor.dims()[axis]);
        }
    }
    files.tensors.insert_or_assign(name, std::move(tensor));
    return {};
}

} // namespace

Result<FeedFiles> readFeeds(const ir::Graph& graph, const FeedArguments& arguments) {
    FeedFiles files;
    if (!arguments.data.empty()) {
        const fs::path folder = arguments.data;
        std::error_code ignored;
        if (!fs::is_directory(folder, ignored))
            return edgewright::badInput(arguments.data + ": expected a folder with input_0.pb, ...");
        for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
            const fs::path file = folder / ("input_" + std::to_string(i) + ".pb");
            if (!fs::exists(file, ignored)) continue;
            auto read = onnx::readTensorFile(file, graph.value(graph.inputs[i]).type);
            if (!read) return std::move(read).error();
            const std::string name =
                inputNamed(graph, read->name) ? read->name : graph.value(graph.inputs[i]).name;
            if (auto taken = take(graph, name, std::move(read->tensor), files); !taken)
                return std::move(taken).error().within(file.string());
        }
        for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
            const fs::path file = folder / ("output_" + std::to_string(i) + ".pb");
            if (!fs::exists(file, ignored)) break;
            const ValueId output = graph.outputs[i];
            auto read = onnx::readTensorFile(
                file, graph.contains(output) ? graph.value(output).type : ir::TensorType());
            if (!read) return std::move(read).error();
            files.expected.push_back(std::move(read->tensor));
        }
    }
    for (const std::string& each : arguments.inputs) {
        const auto equals = each.find('=');
        if (equals == std::string::npos || equals == 0)
            return edgewright::badInput("--input " + each + ": expected NAME=FILE");
        const std::string name = each.substr(0, equals);
        const fs::path file = each.substr(equals + 1);
        if (isImageFile(file)) {
            if (!inputNamed(graph, name)) return edgewright::badInput("the model has no input '" + name + "'");
            files.images[name] = file;
            continue;
        }
        const ir::Value* input = inputNamed(graph, name);
        auto read = onnx::readTensorFile(file, input ? input->type : ir::TensorType());
        if (!read) return std::move(read).error();
        if (auto taken = take(graph, name, std::move(read->tensor), files); !taken)
            return std::move(taken).error();
    }
    return files;
}

Result<exec::Feeds> feedsFor(const ir::Graph& graph, const FeedFiles& files, std::uint64_t seed) {
    exec::Feeds feeds;
    if (files.tensors.size() + files.images.size() < graph.inputs.size()) {
        auto seeded = exec::seededFeeds(graph, seed);
        if (!seeded) return seeded;
        feeds = std::move(*seeded);
    }
    for (const ValueId id : graph.inputs) {
        const ir::Value& input = graph.value(id);
        if (const auto found = files.tensors.find(input.name); found != files.tensors.end())
            feeds.insert_or_assign(id, found->second);
        if (const auto found = files.images.find(input.name); found != files.images.end()) {
            auto image = readImage(found->second, input.type);
            if (!image) return std::move(image).error();
            feeds.insert_or_assign(id, std::move(*image));
        }
    }
    return feeds;
}

} // namespace edgewright::cli
