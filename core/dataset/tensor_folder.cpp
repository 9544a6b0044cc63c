// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/tensor_folder.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/dataset/sample_reader.h"
#include "core/ir/feeds/feeds.h"
#include "core/onnx/arrays/tensor_file.h"

#include <algorithm>
#include <functional>
#include <set>

namespace edgewright::dataset {

namespace fs = std::filesystem;

namespace {

// The graph's open extents, as tensors have them that are given for its values.
class OpenExtents {
public:
    void take(const ir::Value& value, const ir::Dims& dims) {
        if (!value.type.shape || value.type.shape->size() != dims.size()) return;
        for (std::size_t axis = 0; axis < dims.size(); ++axis) {
            const ir::Dim& dim = (*value.type.shape)[axis];
            if (dim.known()) continue;
            const std::string key =
                dim.symbol().empty() ? value.name + "#" + std::to_string(axis) : dim.symbol();
            const auto [entry, added] = m_bindings.emplace(key, dims[axis]);
            if (!added && entry->second != dims[axis]) m_ambiguous.insert(key);
        }
    }
    ir::Bindings bindings() && {
        for (const std::string& key : m_ambiguous)
            m_bindings.erase(key);
        return std::move(m_bindings);
    }

private:
    ir::Bindings m_bindings;
    std::set<std::string> m_ambiguous;
};

// Hands over the files of the folder, each with the type that the input of its number has.
using TakeFile =
    std::function<Result<void>(const fs::path& file, std::size_t index, const ir::TensorType& type)>;
Result<void> forEachInputFile(const ir::Graph& graph, const fs::path& folder, const TakeFile& take) {
    std::error_code failed;
    for (std::size_t i = 0;; ++i) {
        const std::string number = "input_" + std::to_string(i);
        const std::string name = number + (fs::exists(folder / (number + ".pb"), failed) ? ".pb" : ".npy");
        const bool isInput = i < graph.inputs.size();
        const bool isThere = fs::exists(folder / name, failed);
        if (!isThere && !isInput) return {};
        if (isThere)
            RETURN_IF_ERROR(
                take(folder / name, i, isInput ? graph.value(graph.inputs[i]).type : ir::TensorType()));
    }
}

// The value that a file is of: by the name that it says, else by its number.
Result<ValueId> valueOf(const ir::Graph& graph, const std::string& name, const fs::path& file,
                        std::size_t index) {
    if (const auto byName = name.empty() ? std::nullopt : graph.findValue(name)) return *byName;
    if (index >= graph.inputs.size()) return badInput(say("{1}: the model has no such input", file.string()));
    return graph.inputs[index];
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

std::vector<fs::path> dataSetsWithInputs(const fs::path& folder) {
    std::vector<fs::path> found = dataSetsWith("input_0.pb", folder);
    for (fs::path& each : dataSetsWith("input_0.npy", folder))
        if (std::ranges::find(found, each) == found.end()) found.push_back(std::move(each));
    std::ranges::sort(found);
    return found;
}

Result<DataSet> readDataSet(const ir::Graph& graph, const fs::path& folder) {
    DataSet set;
    OpenExtents extents;
    RETURN_IF_ERROR(forEachInputFile(
        graph, folder,
        [&](const fs::path& file, std::size_t index, const ir::TensorType& type) -> Result<void> {
            ASSIGN_OR_RETURN(auto read, onnx::readTensorFile(file, type));
            ASSIGN_OR_RETURN(const ValueId id, valueOf(graph, read.name, file, index));
            if (read.tensor.isTensor()) extents.take(graph.value(id), read.tensor.dims());
            set.feeds.insert_or_assign(id, std::move(read.tensor));
            return {};
        }));
    set.bindings = std::move(extents).bindings();
    return set;
}

Result<ir::Bindings> extentsInDataSet(const ir::Graph& graph, const fs::path& folder) {
    OpenExtents extents;
    RETURN_IF_ERROR(forEachInputFile(
        graph, folder,
        [&](const fs::path& file, std::size_t index, const ir::TensorType& type) -> Result<void> {
            if (type.container != ir::Container::Tensor) return {}; // it has no extents
            ASSIGN_OR_RETURN(const auto read, onnx::readTensorType(file));
            ASSIGN_OR_RETURN(const ValueId id, valueOf(graph, read.name, file, index));
            extents.take(graph.value(id), *read.type.dims());
            return {};
        }));
    return std::move(extents).bindings();
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
            return badInput(say("{1}: holds no input_0.pb or input_0.npy", folder.string()));
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
