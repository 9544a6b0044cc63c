// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/tensor_folder.h"

#include "core/base/propagate.h"
#include "core/dataset/sample_reader.h"
#include "core/ir/feeds/feeds.h"
#include "core/onnx/arrays/tensor_file.h"

#include <algorithm>

namespace edgewright::dataset {

namespace fs = std::filesystem;

namespace {

void bindSymbols(const ir::Value& value, const ir::Tensor& tensor, DataSet& set,
                 std::set<std::string>& ambiguous) {
    if (!tensor.isTensor() || !value.type.shape || value.type.shape->size() != tensor.dims().size()) return;
    for (std::size_t axis = 0; axis < tensor.dims().size(); ++axis) {
        const ir::Dim& dim = (*value.type.shape)[axis];
        if (dim.known()) continue;
        const std::string key = dim.symbol().empty() ? value.name + "#" + std::to_string(axis) : dim.symbol();
        const auto [entry, added] = set.bindings.emplace(key, tensor.dims()[axis]);
        if (!added && entry->second != tensor.dims()[axis]) ambiguous.insert(key);
    }
}

} // namespace

std::vector<fs::path> dataSetsWith(const std::string& file, const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
        std::error_code unreadable;
        if (it->path().filename().string().starts_with("test_data_set_") &&
            fs::exists(it->path() / file, unreadable))
            found.push_back(it->path());
    }
    std::ranges::sort(found);
    return found;
}

Result<DataSet> readDataSet(const ir::Graph& graph, const fs::path& folder) {
    DataSet set;
    std::set<std::string> ambiguous;
    std::error_code failed;
    for (std::size_t i = 0;; ++i) {
        const std::string number = "input_" + std::to_string(i);
        const std::string name = number + (fs::exists(folder / (number + ".pb"), failed) ? ".pb" : ".npy");
        if (!fs::exists(folder / name, failed)) {
            if (i >= graph.inputs.size()) break;
            continue;
        }
        const ir::TensorType wanted =
            i < graph.inputs.size() ? graph.value(graph.inputs[i]).type : ir::TensorType();
        ASSIGN_OR_RETURN(auto read, onnx::readTensorFile(folder / name, wanted));
        const auto byName = read.name.empty() ? std::nullopt : graph.findValue(read.name);
        if (!byName && i >= graph.inputs.size())
            return badInput((folder / name).string() + ": the model has no such input");
        const ValueId id = byName ? *byName : graph.inputs[i];
        bindSymbols(graph.value(id), read.tensor, set, ambiguous);
        set.feeds.insert_or_assign(id, std::move(read.tensor));
    }
    for (const std::string& key : ambiguous)
        set.bindings.erase(key);
    return set;
}

namespace {

class TensorFolderReader : public SampleReader {
public:
    TensorFolderReader(std::vector<std::filesystem::path> folders, const ir::Graph& graph)
        : m_folders(std::move(folders)), m_graph(graph) {}

    std::size_t count() const override { return m_folders.size(); }
    std::string name(std::size_t index) const override { return m_folders[index].filename().string(); }
    Result<ir::Feeds> feeds(std::size_t index, const RunContext& run) const override {
        const std::filesystem::path& folder = m_folders[index];
        ASSIGN_OR_RETURN(auto read, readDataSet(m_graph, folder));
        if (read.feeds.empty() && !m_graph.inputs.empty())
            return badInput(folder.string() + ": holds no input_0.pb or input_0.npy");
        if (read.feeds.size() < m_graph.inputs.size()) {
            auto seeded = ir::seededFeeds(m_graph, index + 1, run);
            if (!seeded) return std::move(seeded).error().within(folder.string());
            read.feeds.merge(*seeded);
        }
        if (auto fits = ir::checkFeeds(m_graph, read.feeds); !fits)
            return std::move(fits).error().within(folder.string());
        return std::move(read.feeds);
    }

private:
    std::vector<std::filesystem::path> m_folders;
    const ir::Graph& m_graph;
};

class RandomReader : public SampleReader {
public:
    RandomReader(std::size_t count, std::uint64_t seed, const ir::Graph& graph)
        : m_count(count), m_seed(seed), m_graph(graph) {}

    std::size_t count() const override { return m_count; }
    std::string name(std::size_t index) const override { return "seed " + std::to_string(m_seed + index); }
    Result<ir::Feeds> feeds(std::size_t index, const RunContext& run) const override {
        return ir::seededFeeds(m_graph, m_seed + index, run);
    }

private:
    std::size_t m_count;
    std::uint64_t m_seed;
    const ir::Graph& m_graph;
};

} // namespace

OpenedReader openTensorFolders(const DataSource& source, const ir::Graph& graph) {
    return opened<TensorFolderReader>(source.files, graph);
}

OpenedReader openRandom(const DataSource& source, const ir::Graph& graph) {
    return opened<RandomReader>(source.count, source.seed, graph);
}

} // namespace edgewright::dataset
