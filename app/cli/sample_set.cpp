// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sample_set.h"

#include "app/cli/feed_files.h"
#include "app/cli/image_file.h"
#include "core/base/propagate.h"
#include "core/onnx/tensor_file.h"

#include <algorithm>
#include <cstring>

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

// Slices `stack` into tensors of the shape of `wanted`; one element when it has that shape already.
Result<std::vector<ir::Tensor>> unstack(const ir::Tensor& stack, const ir::TensorType& wanted,
                                        const std::string& file) {
    const auto dims = wanted.dims();
    const auto elements = wanted.elements();
    if (!dims || *elements == 0 || stack.dtype() != wanted.dtype || stack.elements() % *elements != 0 ||
        stack.dims().size() < dims->size())
        return edgewright::badInput(file + ": holds " + stack.type().text() + "; the model's input is " +
                                    wanted.text());
    const auto sizeBytes = static_cast<std::size_t>(*wanted.bytes());
    std::vector<ir::Tensor> result;
    for (std::int64_t i = 0; i < stack.elements() / *elements; ++i) {
        ASSIGN_OR_RETURN(auto tensor, ir::Tensor::allocate(wanted.dtype, *dims));
        std::memcpy(tensor.mutableBytes().data(),
                    stack.bytes().data() + static_cast<std::size_t>(i) * sizeBytes, sizeBytes);
        result.push_back(std::move(tensor));
    }
    return result;
}

std::vector<fs::path> sortedEntries(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed))
        entries.push_back(entry.path());
    std::ranges::sort(entries);
    return entries;
}

Result<std::vector<exec::Feeds>> randomSamples(const ir::Graph& graph, std::size_t count, std::uint64_t seed,
                                               const RunContext& run) {
    std::vector<exec::Feeds> samples;
    for (std::size_t i = 0; i < count; ++i) {
        ASSIGN_OR_RETURN(auto feeds, exec::seededFeeds(graph, seed + i, run));
        samples.push_back(std::move(feeds));
    }
    return samples;
}

} // namespace

Result<std::vector<exec::Feeds>> readSamples(const ir::Graph& graph, const std::string& source,
                                             const std::string& preferred, std::size_t limit,
                                             std::uint64_t seed, const RunContext& run) {
    if (source == "random") return randomSamples(graph, std::min<std::size_t>(limit, 4), seed, run);
    std::error_code failed;
    if (!fs::is_directory(source, failed))
        return edgewright::badInput(source + ": expected a folder, or 'random'");
    std::vector<exec::Feeds> samples;
    std::vector<fs::path> files = sortedEntries(source);
    for (const fs::path& entry : files) {
        if (!fs::is_directory(entry, failed) || !entry.filename().string().starts_with("test_data_set_"))
            continue;
        ASSIGN_OR_RETURN(const auto read, readFeeds(graph, {entry.string(), {}}));
        ASSIGN_OR_RETURN(auto feeds, feedsFor(graph, read, seed, {}, run));
        samples.push_back(std::move(feeds));
    }
    if (!samples.empty()) return samples;
    if (graph.inputs.size() != 1)
        return edgewright::badInput(source + ": the model has " + std::to_string(graph.inputs.size()) +
                                    " inputs; expected folders test_data_set_0, ... with input_0.pb, ...");
    if (const fs::path stack = fs::path(source) / (preferred + ".npy"); fs::exists(stack, failed))
        files = {stack};
    const ir::Value& input = graph.value(graph.inputs.front());
    for (const fs::path& file : files) {
        if (samples.size() >= limit) break;
        if (isImageFile(file)) {
            ASSIGN_OR_RETURN(auto image, readImage(file, input.type));
            samples.push_back({{input.id, std::move(image)}});
            continue;
        }
        if (file.extension() != ".npy" && file.extension() != ".pb") continue;
        ASSIGN_OR_RETURN(const auto read, onnx::readTensorFile(file));
        ASSIGN_OR_RETURN(auto tensors, unstack(read.tensor, input.type, file.string()));
        for (ir::Tensor& tensor : tensors)
            if (samples.size() < limit) samples.push_back({{input.id, std::move(tensor)}});
    }
    if (samples.empty()) return edgewright::badInput(source + ": holds no .npy, .pb or image");
    return samples;
}

} // namespace edgewright::cli
