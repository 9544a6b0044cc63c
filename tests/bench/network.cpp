// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/network.h"

#include "app/cli/arguments/execution.h"
#include "tests/bench/timing.h"

#include <algorithm>

namespace edgewright::bench {

namespace fs = std::filesystem;

namespace {

// Weights beside the model are in files that begin with its name: model.onnx.data, model.onnx_data.
std::int64_t bytesOf(const fs::path& model) {
    const std::string name = model.filename().string();
    std::int64_t bytes = 0;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(model.parent_path(), failed))
        if (entry.is_regular_file(failed) && entry.path().filename().string().starts_with(name))
            bytes += static_cast<std::int64_t>(entry.file_size(failed));
    return bytes;
}

Case caseOf(const fs::path& model) {
    const fs::path file = fs::absolute(model);
    const fs::path data = file.parent_path() / "test_data_set_0";
    std::error_code failed;
    const bool folder = file.filename() == "model.onnx";
    return {(folder ? file.parent_path().filename() : file.stem()).string(), file,
            folder && fs::is_directory(data, failed) ? data : fs::path(), bytesOf(file)};
}

bool hasConvolution(const ir::Graph& graph) {
    return std::ranges::any_of(graph.order(), [&](NodeId id) {
        const ir::Node& node = graph.node(id);
        if (node.op == "Conv" || node.op == "QLinearConv" || (node.body && hasConvolution(*node.body)))
            return true;
        return std::ranges::any_of(node.attributes, [](const ir::Attribute& attribute) {
            const auto* inner = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
            return inner && *inner && hasConvolution(**inner);
        });
    });
}

} // namespace

std::vector<Case> casesBelow(const fs::path& root) {
    std::vector<Case> cases;
    std::error_code failed;
    if (fs::is_regular_file(root, failed)) return {caseOf(root)};
    for (fs::recursive_directory_iterator it(root, failed), end; it != end; it.increment(failed)) {
        const fs::path& file = it->path();
        if (file.filename() == "model.onnx" || (it.depth() == 0 && file.extension() == ".onnx"))
            cases.push_back(caseOf(file));
    }
    std::ranges::sort(cases, {}, &Case::name);
    return cases;
}

Result<Network> openNetwork(const Case& from, int openings) {
    Network network;
    cli::FeedFiles files;
    for (int i = 0; i < openings; ++i) {
        // What reads the inputs is not timed: it stands between the two steps that are.
        network.typed.reset();
        const Stopwatch importing;
        auto opened = pipeline::open(from.model);
        Sample sample = importing.elapsed();
        if (!opened) return std::move(opened).error();
        if (i == 0) {
            auto read = cli::readFeeds((*opened)->model->graph, {from.data.string(), {}});
            if (!read) return std::move(read).error();
            files = std::move(*read);
        }
        const Stopwatch typing;
        network.typed = pipeline::type(*opened, files.bindings, true);
        const Sample second = typing.elapsed();
        sample.cpu += second.cpu;
        sample.wall += second.wall;
        network.opening.add(sample);
    }
    auto feeds = cli::feedsFor(*network.typed->graph, files, 1);
    if (!feeds) return std::move(feeds).error();
    network.feeds = std::move(*feeds);
    auto history = pipeline::fuse(*network.typed, {});
    if (!history) return std::move(history).error();
    network.history = std::move(*history);
    network.convolutional = hasConvolution(network.plain());
    return network;
}

} // namespace edgewright::bench
